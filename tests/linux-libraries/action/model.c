/* What somebody who knows managed resources would write by hand: one action. */
int __VERIFIER_nondet_int(void);

struct device;

static void (*devres_action)(void *);
static void *data_of_action;

int devm_add_action(struct device *dev, void (*action)(void *), void *data) {
  if (__VERIFIER_nondet_int() || devres_action)
    return -12;
  data_of_action = data;
  devres_action = action;
  return 0;
}

int devres_release_all(struct device *dev) {
  if (devres_action)
    devres_action(data_of_action);
  devres_action = 0;
  return 0;
}

/* For the tests: a device that has no resources yet. */
void devres_boot(void) { devres_action = 0; }
