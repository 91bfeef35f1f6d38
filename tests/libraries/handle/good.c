// with clk.lib: certified
// with C: certified
// alone: violated
// The program has the handle, and not the structure.
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
  if (clk_prepare(clk) != 0)
    return 1;
  if (clk_enable(clk) != 0)
    reach_error();
  if (clk_is_enabled(clk) != 1)
    reach_error();
  clk_disable(clk);
  if (clk_is_enabled(clk) != 0)
    reach_error();
  if (clk_prepare(clk) == 0)
    reach_error();
  clk_unprepare(clk);
  if (clk_enable(clk) == 0)
    reach_error();
  return 0;
}
