// with clk.lib: certified
// with C: certified
// A variable of the program is not behind the handle, since nothing takes its address.
extern void reach_error(void);
struct clk;
extern struct clk *clk_get(int number);
int clk_prepare(struct clk *clk);
int clk_enable(struct clk *clk);
void clk_disable(struct clk *clk);
void clk_unprepare(struct clk *clk);
int clk_is_enabled(struct clk *clk);
int number = 7;
int main(void) {
  struct clk *clk = clk_get(0);
  clk_disable(clk);
  if (number != 7)
    reach_error();
  number = 8;
  if (clk_is_enabled(clk) != 0)
    reach_error();
  return 0;
}
