/* A device with a state that start and stop move. */
struct device {
  int irq;
  int state;
  struct device *next;
};

int dev_start(struct device *dev, int irq) {
  if (dev->state != 0)
    return 1;
  dev->irq = irq;
  dev->state = 2;
  return 0;
}

void dev_stop(struct device *dev) {
  dev->state = 0;
}
