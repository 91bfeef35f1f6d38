// with windows.lib: certified
// with C: certified
// Training takes its predicates from this driver, too.
struct unicode_string {
  unsigned short length;
  unsigned short maximum;
  unsigned short *buffer;
};

extern void reach_error(void);
int IoSetDeviceInterfaceState(struct unicode_string *name, unsigned char enable);

#define NAME_EXISTS 1073741824

/* The controller has an interface that is enabled while it works; to be asked twice is no error. */
static struct unicode_string interface;
static int working;

static int start_controller(void) {
  int status;
  if (working)
    return 0;
  status = IoSetDeviceInterfaceState(&interface, 1);
  /* The rule: who enables is told of success, or that it was enabled. */
  if (status != 0 && status != NAME_EXISTS)
    reach_error();
  status = IoSetDeviceInterfaceState(&interface, 1);
  if (status != NAME_EXISTS)
    reach_error();
  working = 1;
  return 0;
}

static void stop_controller(void) {
  if (!working)
    return;
  if (IoSetDeviceInterfaceState(&interface, 0) != 0)
    reach_error();
  working = 0;
}

int main(void) {
  interface.length = 16;
  interface.maximum = 32;
  start_controller();
  stop_controller();
  return 0;
}
