// with clk.lib: unknown
// with C: unknown
// A function that nobody defines may change a member that no predicate names.
extern void reach_error(void);
struct clk;
extern struct clk *clk_get(int number);
int clk_prepare(struct clk *clk);
int clk_enable(struct clk *clk);
void clk_disable(struct clk *clk);
void clk_unprepare(struct clk *clk);
int clk_is_enabled(struct clk *clk);
extern void clk_register(struct clk *clk);
int main(void) {
  struct clk *clk = clk_get(0);
  int *owner = (int *)((char *)clk + 32);
  *owner = 7;
  clk_register(clk);
  if (clk_is_enabled(clk) == 0 && *owner != 7)
    reach_error();
  return 0;
}
