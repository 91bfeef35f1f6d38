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

static struct device_object *lower;

int main(void) {
  struct device_object own, physical;
  own.flags = 4;
  lower = IoAttachDeviceToDeviceStack(&own, &physical);
  if (lower == 0)
    return 1;
  if (lower->attached != &own)
    reach_error();
  /* What the function does not change stays. */
  if (own.flags != 4)
    reach_error();
  return 0;
}
