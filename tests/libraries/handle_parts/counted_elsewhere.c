// with device.lib: certified
// with C: certified
// No part of the device has this type, and none is a variable of which nobody has the address.
extern void reach_error(void);
struct device;
extern struct device *device_get(int number);
int device_open(struct device *dev);
void device_close(struct device *dev);
int device_is_open(struct device *dev);
typedef struct {
  int counter;
} atomic_t;
typedef struct {
  long counter;
} atomic_long_t;
extern atomic_long_t *others(void);
extern void device_register(struct device *dev);
atomic_t own;
int main(void) {
  struct device *dev = device_get(0);
  atomic_long_t *other = others();
  other->counter = 1;
  own.counter = 2;
  device_register(dev);
  if (other->counter != 1 || own.counter != 2)
    reach_error();
  return 0;
}
