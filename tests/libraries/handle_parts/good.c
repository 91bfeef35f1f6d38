// with device.lib: certified
// with C: certified
// alone: violated
// A program that knows devices by handles, and nothing of what they consist of.
extern void reach_error(void);
struct device;
extern struct device *device_get(int number);
int device_open(struct device *dev);
void device_close(struct device *dev);
int device_is_open(struct device *dev);
int main(void) {
  struct device *dev = device_get(0);
  if (device_open(dev) != 0)
    return 1;
  if (device_is_open(dev) != 1)
    reach_error();
  if (device_open(dev) == 0)
    reach_error();
  device_close(dev);
  if (device_is_open(dev) != 0)
    reach_error();
  return 0;
}
