// with runtime.lib: certified
// with C: certified
/* Runtime power management is enabled while the device is bound. */
struct device;
extern void reach_error(void);
void pm_runtime_enable(struct device *dev);
void __pm_runtime_disable(struct device *dev, _Bool check_resume);
void runtime_boot(void);
unsigned int runtime_disabled(void);
extern int __VERIFIER_nondet_int(void);

static int probe(struct device *dev) {
  pm_runtime_enable(dev);
  if (__VERIFIER_nondet_int()) {
    __pm_runtime_disable(dev, 1);
    return -22;
  }
  return 0;
}

int main(void) {
  int reserved;
  struct device *dev = (struct device *)&reserved;
  runtime_boot();
  if (!probe(dev))
    __pm_runtime_disable(dev, 1);
  if (runtime_disabled() != 1)
    reach_error();
  return 0;
}
