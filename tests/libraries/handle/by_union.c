// with clk.lib: unknown
// with C: violated
// A union makes a handle of another pointer.
extern void reach_error(void);
struct clk;
extern struct clk *clk_get(int number);
int clk_prepare(struct clk *clk);
int clk_enable(struct clk *clk);
void clk_disable(struct clk *clk);
void clk_unprepare(struct clk *clk);
int clk_is_enabled(struct clk *clk);
struct own {
  int words[20];
};
union handle {
  struct clk *clk;
  struct own *own;
};
struct own object;
int main(void) {
  union handle handle;
  handle.own = &object;
  object.words[15] = 5;
  clk_disable(handle.clk);
  if (object.words[15] != 5)
    reach_error();
  return 0;
}
