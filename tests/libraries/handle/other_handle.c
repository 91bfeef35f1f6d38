// with clk.lib: unknown
// with C: violated
// Two handles may be those of one clock.
extern void reach_error(void);
struct clk;
extern struct clk *clk_get(int number);
int clk_prepare(struct clk *clk);
int clk_enable(struct clk *clk);
void clk_disable(struct clk *clk);
void clk_unprepare(struct clk *clk);
int clk_is_enabled(struct clk *clk);
int main(void) {
  struct clk *one = clk_get(0), *other = clk_get(1);
  clk_unprepare(one);
  if (clk_prepare(one) != 0)
    reach_error();
  clk_unprepare(other);
  if (clk_enable(one) != 0)
    reach_error();
  return 0;
}
