// with device.lib: certified
// with C: certified
// The functions of the library change none of the parts.
extern void reach_error(void);
struct device;
extern struct device *device_get(int number);
int device_open(struct device *dev);
void device_close(struct device *dev);
int device_is_open(struct device *dev);
typedef struct {
  int counter;
} atomic_t;
extern atomic_t *device_refs(struct device *dev);
int main(void) {
  struct device *dev = device_get(0);
  atomic_t *refs = device_refs(dev);
  refs->counter = 1;
  device_close(dev);
  if (refs->counter != 1 || device_is_open(dev))
    reach_error();
  return 0;
}
