/* The function of `windows_stack`, with additional branches as in the paper's "slightly more
   complicated versions": how the upper device does input and output, how it is powered, what its
   alignment is at least, and more that keeps a device from being attached. */

#define DEVICE_INITIALIZING 128
#define DEVICE_UNLOAD_PENDING 1
#define DEVICE_DELETE_PENDING 2
#define DEVICE_REMOVE_PENDING 4
#define DEVICE_REMOVE_PROCESSED 8
#define DEVICE_START_PENDING 16

#define DEVICE_BUFFERED_IO 4
#define DEVICE_DIRECT_IO 16
#define DEVICE_POWER_INRUSH 16384
#define DEVICE_POWER_PAGABLE 8192

#define TYPE_DEVICE 3

#define TALLEST 100

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

/* Whether somebody is about to take the device away. */
static int is_going(struct device_object *device) {
  struct device_extension *extension = device->extension;
  if (extension->flags & DEVICE_UNLOAD_PENDING)
    return 1;
  if (extension->flags & DEVICE_DELETE_PENDING)
    return 1;
  if (extension->flags & DEVICE_REMOVE_PENDING)
    return 1;
  if (extension->flags & DEVICE_REMOVE_PROCESSED)
    return 1;
  return 0;
}

/* The device on the top of a stack. */
static struct device_object *top_of(struct device_object *device) {
  struct device_object *top = device;
  while (top->attached)
    top = top->attached;
  return top;
}

struct device_object *IoAttachDeviceToDeviceStack(struct device_object *source,
                                                  struct device_object *target) {
  struct device_object *top;
  struct device_extension *own;
  struct device_extension *other;
  if (!source)
    return 0;
  if (!target)
    return 0;
  if (source->type != TYPE_DEVICE)
    return 0;
  if (target->type != TYPE_DEVICE)
    return 0;
  own = source->extension;
  top = top_of(target);
  /* A device that is not ready, or is about to go, gets nothing on top of it. */
  if (top->flags & DEVICE_INITIALIZING)
    return 0;
  if (is_going(top))
    return 0;
  /* Nobody is on the top of himself. */
  if (top == source)
    return 0;
  if (top->stack_size < 0)
    return 0;
  if (top->stack_size > TALLEST)
    return 0;
  other = top->extension;
  source->stack_size = top->stack_size + 1;
  source->alignment = top->alignment;
  source->sector_size = top->sector_size;
  if (top->characteristics & 1)
    source->characteristics = source->characteristics | 1;
  if (source->alignment > 511)
    source->alignment = 511;
  if (source->sector_size == 0)
    source->sector_size = 512;
  /* Buffers are those of the lower device. */
  if (top->flags & DEVICE_BUFFERED_IO) {
    source->characteristics = source->characteristics | DEVICE_BUFFERED_IO;
  } else if (top->flags & DEVICE_DIRECT_IO) {
    source->characteristics = source->characteristics | DEVICE_DIRECT_IO;
  }
  /* What needs much power at once is not paged. */
  if (top->flags & DEVICE_POWER_INRUSH) {
    source->characteristics = source->characteristics | DEVICE_POWER_INRUSH;
  } else if (top->flags & DEVICE_POWER_PAGABLE) {
    source->characteristics = source->characteristics | DEVICE_POWER_PAGABLE;
  }
  /* What waits for the start of the lower one waits for that of this one, too. */
  if (other->flags & DEVICE_START_PENDING) {
    own->flags = own->flags | DEVICE_START_PENDING;
    own->start_pending = 1;
  } else {
    own->start_pending = 0;
  }
  top->references = top->references + 1;
  own->attached_to = top;
  top->attached = source;
  return top;
}
