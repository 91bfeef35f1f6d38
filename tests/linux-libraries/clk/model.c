/* What somebody who knows clocks would write by hand: only what drivers rely on. */
int __VERIFIER_nondet_int(void);

struct clk;

static int prepared, enabled;

int clk_prepare(struct clk *clk) {
  int error = __VERIFIER_nondet_int();
  if (error < 0 && clk)
    return error;
  prepared += clk != 0;
  return 0;
}

void clk_unprepare(struct clk *clk) { prepared -= clk != 0; }

int clk_enable(struct clk *clk) {
  int error = __VERIFIER_nondet_int();
  if (error < 0 && clk)
    return error;
  enabled += clk != 0;
  return 0;
}

void clk_disable(struct clk *clk) { enabled -= clk != 0; }

void clk_boot(void) { prepared = enabled = 0; }

unsigned int clk_prepared(void) { return prepared; }

unsigned int clk_enabled(void) { return enabled; }
