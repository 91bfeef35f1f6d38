// with branches.lib: certified
// with C: certified
// The first driver of the training: a floppy controller adds its device.
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

struct fdc_extension {
  struct device_object *target;
  int started;
};

static struct fdc_extension fdc;

int add_device(struct device_object *mine, struct device_object *physical) {
  struct device_object *lower;
  fdc.started = 0;
  lower = IoAttachDeviceToDeviceStack(mine, physical);
  if (!lower)
    return -1;
  /* The rule: what is returned is the device that ours lies on. */
  if (lower->attached_device != mine)
    reach_error();
  fdc.target = lower;
  fdc.started = 1;
  return 0;
}

int main(void) {
  struct device_object mine, physical;
  struct device_extension one, other;
  mine.attached_device = 0;
  mine.extension = &one;
  physical.attached_device = 0;
  physical.extension = &other;
  add_device(&mine, &physical);
  return 0;
}
