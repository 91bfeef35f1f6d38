// with windows.lib: certified
// with C: certified
// No training has seen this driver.
struct unicode_string {
  unsigned short length;
  unsigned short maximum;
  unsigned short *buffer;
};

extern void reach_error(void);
int IoSetDeviceInterfaceState(struct unicode_string *name, unsigned char enable);

enum { STOPPED, STARTED, ASLEEP };
static int state;

static int start(struct unicode_string *name) {
  if (state == STARTED)
    return 0;
  IoSetDeviceInterfaceState(name, 1);
  state = STARTED;
  return 0;
}

static void sleep(struct unicode_string *name) {
  if (state != STARTED)
    return;
  if (IoSetDeviceInterfaceState(name, 0) != 0)
    reach_error();
  state = ASLEEP;
}

int main(void) {
  struct unicode_string name;
  name.length = 4;
  state = STOPPED;
  start(&name);
  sleep(&name);
  start(&name);
  if (state != STARTED)
    reach_error();
  sleep(&name);
  return 0;
}
