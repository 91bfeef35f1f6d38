// with windows.lib: certified
// with C: certified
// Not in the training. It asks for errors by their sign.
struct unicode_string {
  unsigned short length;
  unsigned short maximum;
  unsigned short *buffer;
};

extern void reach_error(void);
int IoSetDeviceInterfaceState(struct unicode_string *name, unsigned char enable);

static int failed;

static void toggle(struct unicode_string *name, unsigned char on) {
  if (IoSetDeviceInterfaceState(name, on) < 0)
    failed = 1;
}

int main(void) {
  struct unicode_string name;
  int round;
  name.length = 6;
  failed = 0;
  for (round = 0; round < 3; round++) {
    toggle(&name, 1);
    toggle(&name, 0);
  }
  if (failed)
    reach_error();
  return 0;
}
