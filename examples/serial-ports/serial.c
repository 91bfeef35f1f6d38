/*
 * A serial driver: two ports, each with a lock, a ring of received bytes and one of bytes to send.
 *
 * The rings keep used <= RING_SIZE and head, tail < RING_SIZE, which BUG_ON checks where it counts;
 * rule.spec demands that each port's lock is taken and given back in turns, and that none is held
 * at the end, on every error path. With -DBUG=1 to -DBUG=5 the driver has one of five bugs.
 */
#ifndef BUG
#define BUG 0
#endif

extern void reach_error(void);
#define BUG_ON(condition) do { if (condition) reach_error(); } while (0)

#define RING_SIZE 16u
#define EBUSY 16
#define EINVAL 22
#define EIO 5
#define ENODEV 19
#define ENOMEM 12

struct lock { int unused; };
void lock(struct lock *l);
void unlock(struct lock *l);

/* What the hardware and the users do. */
int hw_reset(int port);
int hw_read_status(int port);
unsigned char hw_read_byte(int port);
int hw_write_byte(int port, unsigned char byte);
int request_irq(int line);
void free_irq(int line);
int next_request(void);
int next_port(void);
int next_length(void);
unsigned char next_byte(void);

struct ring {
  unsigned char data[RING_SIZE];
  unsigned int head;                 /* where the next byte is put */
  unsigned int tail;                 /* where the next byte is taken */
  unsigned int used;
};

enum port_state { PORT_CLOSED, PORT_OPEN, PORT_FAILED };

struct port {
  struct lock lock;
  enum port_state state;
  int number;
  int irq_requested;
  unsigned int overruns;
  struct ring received, to_send;
};

enum request { REQUEST_OPEN, REQUEST_CLOSE, REQUEST_READ, REQUEST_WRITE, REQUEST_INTERRUPT };

static struct port ports[2];

/* Rings */

static void ring_clear(struct ring *r)
{
  r->head = 0;
  r->tail = 0;
  r->used = 0;
}

static int ring_put(struct ring *r, unsigned char byte)
{
  if (r->used == RING_SIZE)
    return -ENOMEM;
  BUG_ON(r->head >= RING_SIZE);
  r->data[r->head] = byte;
  r->head++;
  if (r->head == RING_SIZE)
    r->head = 0;
  r->used++;
  BUG_ON(r->used > RING_SIZE);
  return 0;
}

static int ring_get(struct ring *r, unsigned char *byte)
{
#if BUG != 1                          /* an empty ring gives bytes */
  if (r->used == 0)
    return -EINVAL;
#endif
  BUG_ON(r->tail >= RING_SIZE);
  *byte = r->data[r->tail];
  r->tail++;
  if (r->tail == RING_SIZE)
    r->tail = 0;
  r->used--;
  BUG_ON(r->used >= RING_SIZE);
  return 0;
}

/* Ports */

static int port_open(struct port *p)
{
  int error = 0;

  lock(&p->lock);
  if (p->state == PORT_OPEN) {
    unlock(&p->lock);
    return -EBUSY;
  }
  if (hw_reset(p->number) < 0) {
    p->state = PORT_FAILED;
    error = -EIO;
#if BUG == 2                          /* the lock stays taken */
    return error;
#endif
    goto out;
  }
  if (!p->irq_requested) {
    error = request_irq(p->number);
    if (error < 0)
      goto out;
    p->irq_requested = 1;
  }
  ring_clear(&p->received);
  ring_clear(&p->to_send);
  p->state = PORT_OPEN;
  error = 0;
out:
  unlock(&p->lock);
  return error;
}

static int port_close(struct port *p)
{
  lock(&p->lock);
  if (p->state != PORT_OPEN) {
    unlock(&p->lock);
#if BUG != 3                          /* it is given back again below */
    return -ENODEV;
#endif
  }
  p->state = PORT_CLOSED;
  if (p->irq_requested) {
    free_irq(p->number);
    p->irq_requested = 0;
  }
  unlock(&p->lock);
  return 0;
}

static int port_read(struct port *p, int length)
{
  unsigned char byte = 0;
  int count = 0;

  if (length < 0)
    return -EINVAL;
  lock(&p->lock);
  if (p->state != PORT_OPEN) {
    unlock(&p->lock);
    return -ENODEV;
  }
  while (count < length && ring_get(&p->received, &byte) == 0)
    count++;
  unlock(&p->lock);
  return count;
}

static void port_interrupt(struct port *p);

static int port_write(struct port *p, int length)
{
  int count = 0;

  if (length < 0)
    return -EINVAL;
  lock(&p->lock);
  if (p->state != PORT_OPEN) {
    unlock(&p->lock);
    return -ENODEV;
  }
  while (count < length) {
    if (ring_put(&p->to_send, next_byte()) < 0)
      break;
    count++;
  }
#if BUG == 5                          /* which takes the lock once more */
  port_interrupt(p);
#endif
#if BUG == 4                          /* of the other port, perhaps */
  unlock(&ports[0].lock);
#else
  unlock(&p->lock);
#endif
  return count;
}

static void port_interrupt(struct port *p)
{
  unsigned char byte = 0;

  lock(&p->lock);
  if (p->state != PORT_OPEN)
    goto out;
  if (hw_read_status(p->number) & 1) {
    if (ring_put(&p->received, hw_read_byte(p->number)) < 0)
      p->overruns++;
  }
  if (ring_get(&p->to_send, &byte) == 0 && hw_write_byte(p->number, byte) < 0)
    p->state = PORT_FAILED;
out:
  unlock(&p->lock);
}

int main(void)
{
  for (;;) {
    struct port *p = next_port() ? &ports[1] : &ports[0];

    switch (next_request()) {
    case REQUEST_OPEN: port_open(p); break;
    case REQUEST_CLOSE: port_close(p); break;
    case REQUEST_READ: port_read(p, next_length()); break;
    case REQUEST_WRITE: port_write(p, next_length()); break;
    case REQUEST_INTERRUPT: port_interrupt(p); break;
    default: return 0;
    }
  }
}
