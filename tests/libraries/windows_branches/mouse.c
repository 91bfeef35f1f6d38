// with branches.lib: certified
// with C: certified
// No driver of the training: a mouse starts, sleeps and goes.
struct driver_object {
  int flags;
};

struct device_extension {
  unsigned int flags;
  int power_state;
  struct device_object *attached_to;
};

struct device_object {
  short type;
  unsigned short size;
  int reference_count;
  struct driver_object *driver;
  struct device_object *next_device;
  struct device_object *attached_device;
  unsigned int flags;
  unsigned int characteristics;
  int device_type;
  int stack_size;
  unsigned int alignment;
  unsigned short sector_size;
  struct device_extension *extension;
};

struct unicode_string {
  unsigned short length;
  unsigned short maximum;
  unsigned short *buffer;
};

extern void reach_error(void);
struct device_object *IoAttachDeviceToDeviceStack(struct device_object *source,
                                                  struct device_object *target);
int IoSetDeviceInterfaceState(struct unicode_string *name, unsigned char enable);

enum { STOPPED, STARTED, ASLEEP };
static int state;

static int start(struct unicode_string *name) {
  if (state == STARTED)
    return 0;
  IoSetDeviceInterfaceState(name, 1);
  state = STARTED;
  return 0;
}

static void sleep(struct unicode_string *name) {
  if (state != STARTED)
    return;
  if (IoSetDeviceInterfaceState(name, 0) != 0)
    reach_error();
  state = ASLEEP;
}

int main(void) {
  struct unicode_string name;
  unsigned short text[16];
  name.length = 4;
  name.maximum = 32;
  name.buffer = text;
  state = STOPPED;
  start(&name);
  sleep(&name);
  start(&name);
  if (state != STARTED)
    reach_error();
  sleep(&name);
  return 0;
}
