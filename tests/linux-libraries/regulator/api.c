/* regulator_enable and regulator_disable of drivers/regulator/core.c of Linux 6.1, reduced to how
   often one consumer has enabled its regulator (_regulator_handle_consumer_enable and _disable):
   locks, supplies, coupled regulators, notifiers, loads, other consumers, and hardware that cannot
   be turned off are left out. Whether the hardware fails to be turned on is any number each time;
   its errors are -EIO, as is the answer to who disables what is not enabled. Drivers cannot name
   the count. */
struct regulator;

static unsigned int enable_count;
volatile int regulator_hardware;

int regulator_enable(struct regulator *regulator) {
  if (enable_count == 0) {
    if (regulator_hardware)
      return -5;
  }
  enable_count++;
  return 0;
}

int regulator_disable(struct regulator *regulator) {
  if (enable_count == 0)
    return -5;
  enable_count--;
  return 0;
}

/* For the tests: the regulator when the machine starts, and how often it is enabled. */
void regulator_boot(void) { enable_count = 0; }

unsigned int regulator_enabled(void) { return enable_count; }
