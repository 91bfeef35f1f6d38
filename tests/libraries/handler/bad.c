// with irq.lib: unknown
// with C: violated
/* The handler comes before the device is ready. */
extern void reach_error(void);
int request_irq(int irq, int (*fn)(int irq, void *dev), void *dev);
void free_irq(void);
int irq_arrives(int irq);

struct device {
  int ready;
  int events;
};

static int on_irq(int irq, void *dev) {
  struct device *own = dev;
  if (own->ready != 1)
    reach_error();
  return 1;
}

int main(void) {
  struct device device = {0, 0};
  free_irq();
  if (request_irq(5, on_irq, &device) != 0)
    return 0;
  irq_arrives(5);
  device.ready = 1;
  return 0;
}
