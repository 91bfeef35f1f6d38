// with windows.lib: certified
// with C: certified
// Training takes its predicates from this driver.
struct unicode_string {
  unsigned short length;
  unsigned short maximum;
  unsigned short *buffer;
};

extern void reach_error(void);
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
  name.length = 8;
  start(&name);
  stop(&name);
  return 0;
}
