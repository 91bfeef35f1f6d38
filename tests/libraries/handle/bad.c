// with clk.lib: unknown
// with C: violated
// Nobody has prepared it.
extern void reach_error(void);
struct clk;
extern struct clk *clk_get(int number);
int clk_prepare(struct clk *clk);
int clk_enable(struct clk *clk);
void clk_disable(struct clk *clk);
void clk_unprepare(struct clk *clk);
int clk_is_enabled(struct clk *clk);
int main(void) {
  struct clk *clk = clk_get(0);
  clk_unprepare(clk);
  if (clk_enable(clk) != 0)
    reach_error();
  return 0;
}
