/* clk_prepare, clk_unprepare, clk_enable and clk_disable of drivers/clk/clk.c of Linux 6.1, reduced
   to the counts of one clock: locks, traces, parents, clocks that are critical or whose rate is
   protected, and runtime power management are left out, as are pointers that encode errors. Whether
   the hardware fails is any number each time; its errors are -EIO. Drivers cannot name the
   counts. */
struct clk;

static unsigned int prepare_count;
static unsigned int enable_count;
volatile int clk_hardware;

int clk_prepare(struct clk *clk) {
  if (!clk)
    return 0;
  if (prepare_count == 0) {
    if (clk_hardware)
      return -5;
  }
  prepare_count++;
  return 0;
}

void clk_unprepare(struct clk *clk) {
  if (!clk)
    return;
  if (prepare_count == 0)
    return;
  prepare_count--;
}

int clk_enable(struct clk *clk) {
  if (!clk)
    return 0;
  if (prepare_count == 0)
    return -108;
  if (enable_count == 0) {
    if (clk_hardware)
      return -5;
  }
  enable_count++;
  return 0;
}

void clk_disable(struct clk *clk) {
  if (!clk)
    return;
  if (enable_count == 0)
    return;
  enable_count--;
}

/* For the tests: the clock when the machine starts, and how often it is prepared and enabled. */
void clk_boot(void) {
  prepare_count = 0;
  enable_count = 0;
}

unsigned int clk_prepared(void) { return prepare_count; }

unsigned int clk_enabled(void) { return enable_count; }
