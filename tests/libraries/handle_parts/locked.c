// with device.lib: unknown
// with C: unknown
// The type of a part of a part.
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
  atomic_t readers;
  short queue[3];
  struct device *owner;
} rwlock_t;
extern rwlock_t *device_lock(struct device *dev);
extern void device_register(struct device *dev);
int main(void) {
  struct device *dev = device_get(0);
  rwlock_t *lock = device_lock(dev);
  lock->queue[1] = 1;
  device_register(dev);
  if (device_is_open(dev) == 0 && lock->queue[1] != 1)
    reach_error();
  return 0;
}
