/* Devices that programs know by handles; they have parts without a tag. */
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

int device_open(struct device *dev) {
  if (dev->open)
    return -16;
  dev->open = 1;
  return 0;
}

void device_close(struct device *dev) {
  dev->open = 0;
}

int device_is_open(struct device *dev) {
  return dev->open;
}
