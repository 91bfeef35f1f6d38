// with device.lib: unknown
// with C: unknown
// The type has another name here.
extern void reach_error(void);
struct device;
extern struct device *device_get(int number);
int device_open(struct device *dev);
void device_close(struct device *dev);
int device_is_open(struct device *dev);
typedef struct {
  int counter;
} number_t;
extern number_t *device_refs(struct device *dev);
extern void device_register(struct device *dev);
int main(void) {
  struct device *dev = device_get(0);
  number_t *refs = device_refs(dev);
  refs->counter = 1;
  device_register(dev);
  if (device_is_open(dev) == 0 && refs->counter != 1)
    reach_error();
  return 0;
}
