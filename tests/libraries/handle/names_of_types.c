// with clk.lib: certified
// with C: certified
// Names that mean something else here, and a part of the structure that the program has.
extern void reach_error(void);
struct clk;
extern struct clk *clk_get(int number);
int clk_prepare(struct clk *clk);
int clk_enable(struct clk *clk);
void clk_disable(struct clk *clk);
void clk_unprepare(struct clk *clk);
int clk_is_enabled(struct clk *clk);
typedef char rate;
typedef struct own {
  int x;
} lock;
enum { owner, held = 3 };
struct clk_ops {
  int (*enable)(struct clk *clk, const char *by);
  void (*disable)(struct clk *clk);
};
int main(void) {
  struct clk *clk = clk_get(0);
  clk_disable(clk);
  if (clk_is_enabled(clk) != owner)
    reach_error();
  return 0;
}
