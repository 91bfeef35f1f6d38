/* What somebody who knows regulators would write by hand: only what drivers rely on. */
int __VERIFIER_nondet_int(void);

struct regulator;

static int enabled;

int regulator_enable(struct regulator *regulator) {
  int error = __VERIFIER_nondet_int();
  if (error < 0)
    return error;
  enabled++;
  return 0;
}

int regulator_disable(struct regulator *regulator) {
  enabled--;
  return 0;
}

void regulator_boot(void) { enabled = 0; }

unsigned int regulator_enabled(void) { return enabled; }
