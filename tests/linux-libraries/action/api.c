/* devm_add_action and devres_release_all of drivers/base/devres.c of Linux 6.1, reduced to a device
   with at most one action: the list of resources is one slot, and locks are left out. Whether there
   is memory for another resource is any number each time. */
struct device;

static void (*devres_action)(void *);
static void *devres_data;
volatile int devres_no_memory;

int devm_add_action(struct device *dev, void (*action)(void *), void *data) {
  if (devres_no_memory)
    return -12;
  if (devres_action)
    return -12;
  devres_data = data;
  devres_action = action;
  return 0;
}

int devres_release_all(struct device *dev) {
  if (!devres_action)
    return -19;
  devres_action(devres_data);
  devres_action = 0;
  return 1;
}

/* For the tests: a device that has no resources yet. */
void devres_boot(void) { devres_action = 0; }
