// A network driver that returns with its lock held if a transfer fails.
enum state { DOWN, STARTING, RUNNING, FAILED };
struct ring { unsigned char bytes[16]; unsigned int head, tail; };
struct port {
  enum state state;
  unsigned int flags;
  struct ring tx, rx;
  int errors;
};
struct lock { int dummy; };
struct adapter { struct lock lock; struct port ports[2]; int open_count; };

void spin_lock(struct lock *l);
void spin_unlock(struct lock *l);
int hw_ready(void);
int hw_transfer(int port);

static struct adapter adapter;

static void ring_reset(struct ring *r) {
  for (int i = 0; i < 16; i++)
    r->bytes[i] = 0;
  r->head = r->tail = 0;
}

static void port_reset(struct port *p) {
  p->state = DOWN;
  p->flags = 0;
  p->errors = 0;
  ring_reset(&p->tx);
  ring_reset(&p->rx);
}

static int port_start(struct port *p, int number) {
  p->state = STARTING;
  if (!hw_ready()) {
    p->state = FAILED;
    return -5;
  }
  p->state = RUNNING;
  return 0;
}

static int transfer(struct adapter *a, int number) {
  struct port *p = &a->ports[number];
  int status;

  spin_lock(&a->lock);
  if (p->state != RUNNING) {
    spin_unlock(&a->lock);
    return -19;
  }
  status = hw_transfer(number);
  if (status < 0) {
    p->errors++;
    return status;
  }
  spin_unlock(&a->lock);
  return 0;
}

int main(void) {
  port_reset(&adapter.ports[0]);
  port_reset(&adapter.ports[1]);
  if (port_start(&adapter.ports[0], 0) || port_start(&adapter.ports[1], 1))
    return 1;
  for (int i = 0; i < 3; i++)
    if (transfer(&adapter, 0) < 0)
      break;
  return 0;
}
