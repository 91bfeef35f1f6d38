/* Two functions of the Windows kernel, after their descriptions in paper 001, section 5, and in its
   reference 10: one puts a device on the top of a stack of devices, the other one enables and
   disables an interface of a device. What locks and reference counts are for is left out. These have more
   branches than those of the folder `windows`. */

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

/* Bits of a device's extension. */
#define UNLOAD_PENDING 1
#define DELETE_PENDING 2
#define REMOVE_PENDING 4
#define REMOVE_PROCESSED 8
/* A device's flag while its driver makes it. */
#define INITIALIZING 128

#define SUCCESS 0
#define NAME_EXISTS 1073741824
#define INVALID_PARAMETER (-1073741811)
#define NAME_NOT_FOUND (-1073741772)
#define OBJECT_TYPE_MISMATCH (-1073741788)

/* The device that all others lie on. */
static struct device_object *top_of(struct device_object *device) {
  struct device_object *top = device;
  while (top->attached_device)
    top = top->attached_device;
  return top;
}

struct device_object *IoAttachDeviceToDeviceStack(struct device_object *source,
                                                  struct device_object *target) {
  struct device_object *top;
  struct device_extension *extension;
  unsigned int alignment;
  unsigned short sector;

  if (!source)
    return (struct device_object *)0;
  if (!target)
    return (struct device_object *)0;

  top = top_of(target);
  extension = top->extension;

  /* A device whose driver is about to go gets no other one on its top. */
  if (extension->flags & UNLOAD_PENDING)
    return (struct device_object *)0;
  if (extension->flags & DELETE_PENDING)
    return (struct device_object *)0;
  if (extension->flags & REMOVE_PENDING)
    return (struct device_object *)0;
  if (extension->flags & REMOVE_PROCESSED)
    return (struct device_object *)0;
  /* Nor does one that its driver still makes. */
  if (top->flags & INITIALIZING)
    return (struct device_object *)0;

  alignment = top->alignment;
  if (source->alignment > alignment)
    alignment = source->alignment;
  sector = top->sector_size;

  top->attached_device = source;
  source->stack_size = top->stack_size + 1;
  source->alignment = alignment;
  source->sector_size = sector;
  if (top->flags & 4)
    source->flags = 4;

  /* What the device below is like, the device on its top is like, too. */
  if (top->characteristics & 1)
    source->characteristics = 1;
  if (top->characteristics & 2)
    source->characteristics = 2;
  if (top->device_type == 7)
    source->device_type = 7;
  if (top->device_type == 34)
    source->device_type = 34;
  if (top->type == 3)
    source->type = 3;
  if (top->size > source->size)
    source->size = top->size;
  if (top->flags & 8)
    source->flags = 8;
  if (top->flags & 16)
    source->flags = 16;
  if (top->flags & 8192)
    source->flags = 8192;
  if (extension->power_state == 1)
    source->extension->power_state = 1;
  if (extension->power_state == 4)
    source->extension->power_state = 4;
  if (top->sector_size > 512)
    source->sector_size = 4096;
  source->extension->attached_to = top;
  return top;
}

/* Whether the interface of the one device that is modelled is enabled. */
static int interface_enabled;

int IoSetDeviceInterfaceState(struct unicode_string *name, unsigned char enable) {
  int status, kind, class_of;
  if (!name)
    return INVALID_PARAMETER;
  if (name->length == 0)
    return INVALID_PARAMETER;
  /* What is wrong with the name. */
  if (name->length > name->maximum)
    return INVALID_PARAMETER;
  if (name->length % 2)
    return INVALID_PARAMETER;
  if (!name->buffer)
    return INVALID_PARAMETER;
  kind = 0;
  if (name->length > 8)
    kind = 1;
  if (name->length > 16)
    kind = 2;
  if (name->length > 32)
    kind = 3;
  switch (kind) {
  case 1:
    class_of = 10;
    break;
  case 2:
    class_of = 20;
    break;
  case 3:
    class_of = 30;
    break;
  default:
    class_of = 0;
    break;
  }
  if (class_of == 30 && name->maximum > 256)
    return OBJECT_TYPE_MISMATCH;
  if (enable) {
    if (interface_enabled == 1) {
      status = NAME_EXISTS;
    } else {
      interface_enabled = 1;
      status = SUCCESS;
    }
  } else {
    if (interface_enabled == 0) {
      status = NAME_NOT_FOUND;
    } else {
      interface_enabled = 0;
      status = SUCCESS;
    }
  }
  return status;
}
