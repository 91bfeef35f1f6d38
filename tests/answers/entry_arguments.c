// options: --entry ioctl
// The entry's arguments and globals are inputs.
extern void reach_error(void);
struct request { unsigned int flags; int length; };
struct device { int opened; struct request *current; };
static int limit = 64;

int ioctl(struct device *dev, int length) {
  if (!dev->opened || !dev->current)
    return -1;
  if (length < 0 || length > limit)
    return -22;
  dev->current->length = length;
  if (dev->current->length > 100)
    reach_error();
  return 0;
}
