// with windows.lib: unknown
// with C: certified
// No training has seen this driver. A function that nobody defines may change what only the
// library's C can name; with that C it may not.
struct unicode_string {
  unsigned short length;
  unsigned short maximum;
  unsigned short *buffer;
};

extern void reach_error(void);
int IoSetDeviceInterfaceState(struct unicode_string *name, unsigned char enable);

extern int read_port(void);

struct hub {
  struct unicode_string *link;
  int ports;
  int enabled;
};

static int reset(struct hub *m) {
  m->ports = read_port();
  if (m->ports <= 0)
    return -1;
  return 0;
}

static int start(struct hub *m) {
  int status = IoSetDeviceInterfaceState(m->link, 1);
  if (status != 0)
    return status;
  m->enabled = 1;
  status = reset(m);
  if (status != 0) {
    /* What was enabled is disabled again, and that is no error. */
    if (IoSetDeviceInterfaceState(m->link, 0) != 0)
      reach_error();
    m->enabled = 0;
  }
  return status;
}

int main(void) {
  struct unicode_string link;
  struct hub hub;
  link.length = 12;
  hub.link = &link;
  hub.enabled = 0;
  if (start(&hub) != 0)
    return 1;
  if (!hub.enabled)
    reach_error();
  if (IoSetDeviceInterfaceState(&link, 0) != 0)
    reach_error();
  return 0;
}
