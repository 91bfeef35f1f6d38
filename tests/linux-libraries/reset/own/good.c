// with reset.lib: certified
// with C: certified
/* A transceiver that is let go of while it is on. */
struct reset_control;
extern void reach_error(void);
int reset_control_deassert(struct reset_control *rstc);
int reset_control_assert(struct reset_control *rstc);
void reset_boot(void);
int reset_released(void);
extern int __VERIFIER_nondet_int(void);

static int power_on(struct reset_control *line) {
  int error = reset_control_deassert(line);
  if (error)
    return error;
  if (__VERIFIER_nondet_int()) {
    reset_control_assert(line);
    return -5;
  }
  return 0;
}

int main(void) {
  int reserved;
  struct reset_control *line = (struct reset_control *)&reserved;
  reset_boot();
  if (!power_on(line))
    reset_control_assert(line);
  if (reset_released() != 0)
    reach_error();
  return 0;
}
