// with clk.lib: unknown
// An object of the program is behind the handle, and a function that nobody defines may know it.
extern void reach_error(void);
struct clk;
void clk_disable(struct clk *clk);
int clk_is_enabled(struct clk *clk);
extern void clk_register(struct clk *clk);
short words[40];
int main(void) {
  struct clk *clk = (struct clk *)words;
  words[3] = 5;
  clk_register(clk);
  if (clk_is_enabled(clk) == 0 && words[3] != 5)
    reach_error();
  return 0;
}
