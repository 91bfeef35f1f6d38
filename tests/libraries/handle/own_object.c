// with clk.lib: unknown
// with C: violated
// An object of the program is behind the handle.
extern void reach_error(void);
struct clk;
extern struct clk *clk_get(int number);
int clk_prepare(struct clk *clk);
int clk_enable(struct clk *clk);
void clk_disable(struct clk *clk);
void clk_unprepare(struct clk *clk);
int clk_is_enabled(struct clk *clk);
int words[20];
int main(void) {
  struct clk *clk = (struct clk *)words;
  words[15] = 5;
  clk_disable(clk);
  if (words[15] != 5)
    reach_error();
  return 0;
}
