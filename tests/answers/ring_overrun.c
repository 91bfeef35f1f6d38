// A ring of bytes: the producer does not see that the ring is full.
extern void reach_error(void);
extern int nondet(void);
struct ring { unsigned char data[4]; unsigned int head, tail, used; };

static int put(struct ring *r, unsigned char byte) {
  if (r->used > sizeof r->data)
    return -1;
  r->data[r->head] = byte;
  r->head = (r->head + 1) % sizeof r->data;
  r->used++;
  return 0;
}

int main(void) {
  struct ring ring = { .head = 0 };
  while (nondet()) {
    put(&ring, 'x');
    if (ring.used > sizeof ring.data)
      reach_error();
  }
  return 0;
}
