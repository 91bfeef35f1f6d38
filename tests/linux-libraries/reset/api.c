/* reset_control_deassert and reset_control_assert of drivers/reset/core.c of Linux 6.1, reduced to
   one line that one driver has for itself (`shared` is 0): whether it is let go of. Arrays of
   lines, pointers that encode errors, lines that are not acquired, and controllers that cannot
   assert are left out, and hardware that fails to. Whether it fails to deassert is any number each
   time; its errors are -EIO. Drivers cannot name the state. */
struct reset_control;

static int deasserted;
volatile int reset_hardware;

int reset_control_deassert(struct reset_control *rstc) {
  if (!rstc)
    return 0;
  if (reset_hardware)
    return -5;
  deasserted = 1;
  return 0;
}

int reset_control_assert(struct reset_control *rstc) {
  if (!rstc)
    return 0;
  deasserted = 0;
  return 0;
}

/* For the tests: the line when the machine starts, and whether its device runs. */
void reset_boot(void) { deasserted = 0; }

int reset_released(void) { return deasserted; }
