// with windows.lib: certified
// with C: certified
// Not in the training. A start that fails is undone.
struct unicode_string {
  unsigned short length;
  unsigned short maximum;
  unsigned short *buffer;
};

extern void reach_error(void);
int IoSetDeviceInterfaceState(struct unicode_string *name, unsigned char enable);

extern int __VERIFIER_nondet_int(void);

struct modem {
  struct unicode_string *link;
  int lines;
  int enabled;
};

static int dial(struct modem *m) {
  m->lines = __VERIFIER_nondet_int();
  if (m->lines <= 0)
    return -1;
  return 0;
}

static int start(struct modem *m) {
  int status = IoSetDeviceInterfaceState(m->link, 1);
  if (status != 0)
    return status;
  m->enabled = 1;
  status = dial(m);
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
  struct modem modem;
  link.length = 12;
  modem.link = &link;
  modem.enabled = 0;
  if (start(&modem) != 0)
    return 1;
  if (!modem.enabled)
    reach_error();
  if (IoSetDeviceInterfaceState(&link, 0) != 0)
    reach_error();
  return 0;
}
