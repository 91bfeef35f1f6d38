// with windows.lib: unknown
// with C: violated
struct unicode_string {
  unsigned short length;
  unsigned short maximum;
  unsigned short *buffer;
};

extern void reach_error(void);
int IoSetDeviceInterfaceState(struct unicode_string *name, unsigned char enable);

int main(void) {
  struct unicode_string name;
  name.length = 4;
  IoSetDeviceInterfaceState(&name, 0);
  if (IoSetDeviceInterfaceState(&name, 0) == 0)
    return 0;
  reach_error();
  return 0;
}
