// with clk.lib: unknown
// with C: violated
// Characters are the bytes of anything.
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
  char *bytes = (char *)clk;
  clk_disable(clk);
  bytes[60] = 1;
  if (clk_is_enabled(clk) != 0)
    reach_error();
  return 0;
}
