/* A device's bus leads to another device: no formal parameter points to what is written. */
struct bus {
  int id;
  struct device *first;
};
struct device {
  struct bus *bus;
  int state;
};

int bus_reset(struct device *dev) {
  if (dev->bus->id < 0)
    return 1;
  dev->bus->first->state = 0;
  return 0;
}
