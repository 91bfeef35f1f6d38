// with irq.lib: certified
// with C: certified
extern void reach_error(void);
int request_irq(int irq, int (*fn)(int irq, void *dev), void *dev);
void free_irq(void);
int irq_is_running(void);
int irq_arrives(int irq);

struct device {
  int ready;
  int events;
};

static int on_irq(int irq, void *dev) {
  struct device *own = dev;
  if (own->ready != 1)
    reach_error();
  if (irq != 5)
    reach_error();
  if (irq_is_running() != 1)
    reach_error();
  own->events = 1;
  return 1;
}

int main(void) {
  struct device device = {1, 0};
  free_irq();
  if (request_irq(5, on_irq, &device) != 0)
    reach_error();
  if (irq_arrives(5) != 1)
    reach_error();
  if (device.events != 1)
    reach_error();
  free_irq();
  if (irq_arrives(5) != -1)
    reach_error();
  return 0;
}
