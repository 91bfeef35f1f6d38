/* A function of the program is stored, and another function calls it later. */
static int (*handler)(int irq, void *dev);
static void *handler_dev;
static int running;

int request_irq(int irq, int (*fn)(int irq, void *dev), void *dev) {
  if (!fn)
    return -22;
  if (handler)
    return -16;
  handler = fn;
  handler_dev = dev;
  return 0;
}

void free_irq(void) {
  handler = 0;
  handler_dev = 0;
}

int irq_is_running(void) { return running; }

int irq_arrives(int irq) {
  int result;
  if (!handler)
    return -1;
  running = 1;
  result = handler(irq, handler_dev);
  running = 0;
  return result;
}
