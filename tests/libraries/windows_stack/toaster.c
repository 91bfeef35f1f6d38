// with stack.lib: certified
// with C: certified
/* Not in the training: two devices, one after the other. */
struct device_object;
struct device_extension {
  short type;
  unsigned short size;
  struct device_object *device;
  unsigned int flags;
  struct device_object *attached_to;
  int start_count;
  int start_pending;
};
struct device_object {
  short type;
  unsigned short size;
  int references;
  struct device_object *attached;
  struct device_object *next;
  struct device_extension *extension;
  unsigned int flags;
  unsigned int characteristics;
  char stack_size;
  unsigned int alignment;
  unsigned short sector_size;
};
extern void reach_error(void);
struct device_object *IoAttachDeviceToDeviceStack(struct device_object *source,
                                                  struct device_object *target);

static int attach(struct device_object *own, struct device_object *physical) {
  struct device_object *lower = IoAttachDeviceToDeviceStack(own, physical);
  if (!lower)
    return 0;
  if (lower->attached != own)
    reach_error();
  return 1;
}

int main(void) {
  struct device_object filter, function, physical;
  int devices = 0;
  filter.stack_size = 1;
  devices = devices + attach(&function, &physical);
  devices = devices + attach(&filter, &physical);
  if (devices > 2)
    reach_error();
  return 0;
}
