/* pm_runtime_enable and __pm_runtime_disable of drivers/base/power/runtime.c of Linux 6.1, reduced
   to how often runtime power management of one device is disabled: locks, accounting of time,
   requests that are pending, and the barrier are left out. A device starts with it disabled once
   (pm_runtime_init). Drivers could name the count, but do not. */
struct device;

static unsigned int disable_depth;

void pm_runtime_enable(struct device *dev) {
  if (!disable_depth)
    return;
  disable_depth--;
}

void __pm_runtime_disable(struct device *dev, _Bool check_resume) {
  if (disable_depth > 0) {
    disable_depth++;
    return;
  }
  disable_depth++;
}

/* For the tests: a device that starts, and how often runtime power management is disabled. */
void runtime_boot(void) { disable_depth = 1; }

unsigned int runtime_disabled(void) { return disable_depth; }
