/* What somebody who knows resets would write by hand: only what drivers rely on. */
int __VERIFIER_nondet_int(void);

struct reset_control;

static _Bool released;

int reset_control_deassert(struct reset_control *rstc) {
  int error = __VERIFIER_nondet_int();
  if (error < 0 && rstc)
    return error;
  released = released || rstc;
  return 0;
}

int reset_control_assert(struct reset_control *rstc) {
  released = released && !rstc;
  return 0;
}

void reset_boot(void) { released = 0; }

int reset_released(void) { return released; }
