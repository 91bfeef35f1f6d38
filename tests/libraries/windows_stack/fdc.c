// with stack.lib: certified
// with C: certified
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

/* The device that the driver is for is known to its routine that adds devices. */
int add_device(struct device_object *own, struct device_object *physical) {
  struct device_object *lower = IoAttachDeviceToDeviceStack(own, physical);
  if (!lower)
    return -1;
  /* The rule: the result is the device that the driver's own is on. */
  if (lower->attached != own)
    reach_error();
  return 0;
}

int main(void) {
  struct device_object own, physical;
  return add_device(&own, &physical);
}
