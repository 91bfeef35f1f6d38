/* devm_add_action and devres_release_all of drivers/base/devres.c of Linux 6.1, reduced to a device
   with at most one action: the list of resources is one node, which is on the list or not; locks
   are left out. As there, the node is taken off the list before its action is called. Whether there
   is memory for a node is any number each time. */
struct device;

static int devres_listed;
static void (*devres_action)(void *);
static void *devres_data;
volatile int devres_no_memory;

int devm_add_action(struct device *dev, void (*action)(void *), void *data) {
  if (devres_no_memory)
    return -12;
  if (devres_listed)
    return -12;
  devres_data = data;
  devres_action = action;
  devres_listed = 1;
  return 0;
}

int devres_release_all(struct device *dev) {
  if (!devres_listed)
    return 0;
  devres_listed = 0;
  devres_action(devres_data);
  return 1;
}

/* For the tests: a device that has no resources yet. */
void devres_boot(void) { devres_listed = 0; }
