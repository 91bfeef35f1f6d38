/* Clocks that programs know by handles. */
struct clk;

struct clk_ops {
  int (*enable)(struct clk *clk, const char *by);
  void (*disable)(struct clk *clk);
};

struct lock {
  unsigned int owner;
  unsigned char held[5];
};

struct clk {
  struct clk *parent;
  struct clk_ops ops;
  const char *name;
  struct lock lock;
  long long rate;
  _Bool prepared;
  int enabled;
};

int clk_prepare(struct clk *clk) {
  if (clk->prepared)
    return -16;
  clk->prepared = 1;
  return 0;
}

int clk_enable(struct clk *clk) {
  if (!clk->prepared)
    return -108;
  clk->enabled = 1;
  return 0;
}

void clk_disable(struct clk *clk) {
  clk->enabled = 0;
}

void clk_unprepare(struct clk *clk) {
  clk->enabled = 0;
  clk->prepared = 0;
}

int clk_is_enabled(struct clk *clk) {
  return clk->enabled;
}
