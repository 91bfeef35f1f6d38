// with stack.lib: certified
/* Not in the training: a filter is put on the stack only once, whatever is asked. With the C no
   proof is found in a minute: the walk over the stack is in a loop of the program. */
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
extern int __VERIFIER_nondet_int(void);

struct filter {
  struct device_object *self;
  struct device_object *lower;
  int attached;
};

static void add(struct filter *f, struct device_object *physical) {
  if (f->attached)
    return;
  f->lower = IoAttachDeviceToDeviceStack(f->self, physical);
  if (!f->lower)
    return;
  if (f->lower->attached != f->self)
    reach_error();
  f->attached = 1;
}

int main(void) {
  struct device_object own, physical;
  struct filter filter;
  filter.self = &own;
  filter.lower = 0;
  filter.attached = 0;
  while (__VERIFIER_nondet_int())
    add(&filter, &physical);
  if (filter.attached && filter.lower == 0)
    reach_error();
  return 0;
}
