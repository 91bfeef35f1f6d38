// with stack.lib: certified
// with C: certified
/* Not in the training: flags of the driver's own device change behind the call. */
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
#define DEVICE_INITIALIZING 128

static struct device_object *below;

static int add_device(struct device_object *own, struct device_object *physical) {
  own->flags = DEVICE_INITIALIZING;
  below = IoAttachDeviceToDeviceStack(own, physical);
  if (below == 0)
    return -1;
  own->flags = own->flags & 127;
  if (below->attached != own)
    reach_error();
  return 0;
}

int main(void) {
  struct device_object own, physical;
  if (add_device(&own, &physical) == 0) {
    if (own.flags & DEVICE_INITIALIZING)
      reach_error();
  }
  return 0;
}
