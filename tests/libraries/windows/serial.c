// with windows.lib: certified
// with C: certified
// Not in the training. Requests come in any order.
struct unicode_string {
  unsigned short length;
  unsigned short maximum;
  unsigned short *buffer;
};

extern void reach_error(void);
int IoSetDeviceInterfaceState(struct unicode_string *name, unsigned char enable);

extern int __VERIFIER_nondet_int(void);

enum request { START, STOP, REMOVE };

struct port {
  struct unicode_string link;
  int enabled;
};

static struct port port;

static void enable(struct port *p) {
  int status;
  if (p->enabled)
    return;
  status = IoSetDeviceInterfaceState(&p->link, 1);
  if (status != 0 && status != 1073741824)
    reach_error();
  p->enabled = 1;
}

static void disable(struct port *p) {
  if (!p->enabled)
    return;
  if (IoSetDeviceInterfaceState(&p->link, 0) != 0)
    reach_error();
  p->enabled = 0;
}

int main(void) {
  int request;
  port.link.length = 10;
  do {
    request = __VERIFIER_nondet_int();
    if (request == START)
      enable(&port);
    else if (request == STOP)
      disable(&port);
  } while (request != REMOVE);
  disable(&port);
  return 0;
}
