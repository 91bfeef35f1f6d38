// with clk.lib: unknown
// with C: unknown
/* The clock stays prepared where it is not enabled. */
struct clk;
extern void reach_error(void);
int clk_prepare(struct clk *clk);
int clk_enable(struct clk *clk);
void clk_disable(struct clk *clk);
void clk_unprepare(struct clk *clk);
void clk_boot(void);
unsigned int clk_prepared(void);
unsigned int clk_enabled(void);
extern int __VERIFIER_nondet_int(void);

static int probe(struct clk *clk) {
  int error = clk_prepare(clk);
  if (error)
    return error;
  error = clk_enable(clk);
  if (error)
    return error;
  if (__VERIFIER_nondet_int()) {
    clk_disable(clk);
    clk_unprepare(clk);
    return -12;
  }
  return 0;
}

static void remove(struct clk *clk) {
  clk_disable(clk);
  clk_unprepare(clk);
}

int main(void) {
  int reserved;
  struct clk *clk = (struct clk *)&reserved;
  clk_boot();
  if (!probe(clk))
    remove(clk);
  if (clk_prepared() != 0)
    reach_error();
  if (clk_enabled() != 0)
    reach_error();
  return 0;
}
