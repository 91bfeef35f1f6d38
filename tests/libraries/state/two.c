// with dev.lib: certified
// with C: certified
// alone: violated
struct device {
  int irq;
  int state;
  struct device *next;
};
extern void reach_error(void);
int dev_start(struct device *dev, int irq);
void dev_stop(struct device *dev);
int main(void) {
  struct device a, b;
  dev_stop(&a);
  dev_stop(&b);
  if (dev_start(&a, 5) != 0)
    reach_error();
  if (a.irq != 5)
    reach_error();
  /* The other one has not changed. */
  if (b.state != 0)
    reach_error();
  return 0;
}
