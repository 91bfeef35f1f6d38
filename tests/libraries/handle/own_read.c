// with clk.lib: unknown
// with C: violated
// An object of the program is behind the handle, and the program writes it.
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
  clk_disable(clk);
  words[15] = 5;
  if (clk_is_enabled(clk) == 0)
    return 0;
  reach_error();
  return 0;
}
