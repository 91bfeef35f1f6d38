// with dev.lib: unknown
// with C: violated
struct device {
  int irq;
  int state;
  struct device *next;
};
extern void reach_error(void);
int dev_start(struct device *dev, int irq);
void dev_stop(struct device *dev);
int main(void) {
  struct device a;
  struct device *p = &a, *q = &a;
  dev_stop(p);
  if (dev_start(q, 5) != 0)
    return 0;
  if (p->state == 2)
    reach_error();
  return 0;
}
