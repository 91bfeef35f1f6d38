// with device.lib: unknown
// with C: violated
// Two handles may be those of one device.
extern void reach_error(void);
struct device;
extern struct device *device_get(int number);
int device_open(struct device *dev);
void device_close(struct device *dev);
int device_is_open(struct device *dev);
int main(void) {
  struct device *one = device_get(0), *other = device_get(1);
  device_close(one);
  if (device_open(other) != 0)
    return 1;
  if (device_is_open(one) != 0)
    reach_error();
  return 0;
}
