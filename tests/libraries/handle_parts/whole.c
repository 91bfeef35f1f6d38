// with device.lib: certified
// with C: certified
// alone: violated
// The program has the structure, too.
extern void reach_error(void);
struct device;
typedef struct {
  int counter;
} atomic_t;
typedef struct {
  atomic_t readers;
  short queue[3];
  struct device *owner;
} rwlock_t;
struct power {
  int state;
  atomic_t usage;
};
struct device {
  const char *name;
  atomic_t refs;
  rwlock_t locks[2];
  struct power power;
  int open;
};
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
