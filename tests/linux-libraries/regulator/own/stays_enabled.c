// with regulator.lib: unknown
// with C: unknown
/* Nothing disables the supply where the converter does not answer. */
struct regulator;
extern void reach_error(void);
int regulator_enable(struct regulator *regulator);
int regulator_disable(struct regulator *regulator);
void regulator_boot(void);
unsigned int regulator_enabled(void);
extern int __VERIFIER_nondet_int(void);

static int probe(struct regulator *supply) {
  int error = regulator_enable(supply);
  if (error < 0)
    return error;
  if (__VERIFIER_nondet_int()) {
    return -19;
  }
  return 0;
}

int main(void) {
  int reserved;
  struct regulator *supply = (struct regulator *)&reserved;
  regulator_boot();
  if (!probe(supply))
    regulator_disable(supply);
  if (regulator_enabled() != 0)
    reach_error();
  return 0;
}
