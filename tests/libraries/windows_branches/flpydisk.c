// with branches.lib: certified
// with C: certified
// The second driver of the training: a floppy disk enables and disables its interface.
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

int start(struct unicode_string *name) {
  int status = IoSetDeviceInterfaceState(name, 1);
  /* The rule: parameters and result go together. */
  if (status != 0 && status != 1073741824)
    reach_error();
  return status;
}

int stop(struct unicode_string *name) {
  int status = IoSetDeviceInterfaceState(name, 0);
  if (status != 0)
    reach_error();
  return status;
}

int main(void) {
  struct unicode_string name;
  unsigned short text[16];
  name.length = 8;
  name.maximum = 32;
  name.buffer = text;
  start(&name);
  stop(&name);
  return 0;
}
