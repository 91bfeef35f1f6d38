// with clk.lib: certified
// with C: certified
// A block has a structure of this tag.
extern void reach_error(void);
struct clk;
extern struct clk *clk_get(int number);
int clk_prepare(struct clk *clk);
int clk_enable(struct clk *clk);
void clk_disable(struct clk *clk);
void clk_unprepare(struct clk *clk);
int clk_is_enabled(struct clk *clk);
int main(void) {
  struct clk *handle = clk_get(0);
  struct clk {
    char enabled;
    long prepared;
  } own = {1, 2};
  clk_disable(handle);
  if (own.enabled != 1 || own.prepared != 2)
    reach_error();
  if (clk_is_enabled(handle) != 0)
    reach_error();
  return 0;
}
