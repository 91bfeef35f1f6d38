// with branches.lib: certified
// with C: certified
// No driver of the training: a filter attaches two devices.
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

struct filter {
  struct device_object *lower;
  int attached;
};

static struct filter upper, lower;

static int attach(struct filter *filter, struct device_object *own,
                  struct device_object *below) {
  filter->attached = 0;
  filter->lower = IoAttachDeviceToDeviceStack(own, below);
  if (!filter->lower)
    return -1;
  if (filter->lower->attached_device != own)
    reach_error();
  filter->attached = 1;
  return 0;
}

int main(void) {
  struct device_object first, second, physical;
  struct device_extension a, b, c;
  first.attached_device = 0;
  first.extension = &a;
  second.attached_device = 0;
  second.extension = &b;
  physical.attached_device = 0;
  physical.extension = &c;
  if (attach(&lower, &first, &physical) != 0)
    return 1;
  if (lower.attached != 1)
    reach_error();
  attach(&upper, &second, &first);
  return 0;
}
