// with stack.lib: certified
// with C: certified
/* Not in the training: the extension says what the device is on. */
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

struct mouse {
  struct device_object *self;
  struct device_object *top;
  int started;
};

static struct mouse mouse;

static int add_device(struct device_object *own, struct device_object *physical) {
  mouse.self = own;
  mouse.started = 0;
  mouse.top = IoAttachDeviceToDeviceStack(own, physical);
  if (!mouse.top)
    return -1;
  mouse.started = 1;
  return 0;
}

int main(void) {
  struct device_object own, physical;
  int status = add_device(&own, &physical);
  if (status != 0)
    return 1;
  if (mouse.top == 0)
    reach_error();
  if (mouse.top->attached != mouse.self)
    reach_error();
  return 0;
}
