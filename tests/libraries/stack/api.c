/* A device is put on the top of a stack of devices. */
struct device {
  struct device *attached;
  int flags;
};

struct device *attach(struct device *source, struct device *target) {
  struct device *top = target;
  if (target->flags == 1)
    return (struct device *)0;
  while (top->attached)
    top = top->attached;
  top->attached = source;
  return top;
}
