/* A register as a number and as its fields; a header that is copied from bytes. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
void *memcpy(void *, const void *, unsigned long);

union control {
  unsigned all;
  struct { unsigned enabled : 1, mode : 3, divider : 8, rest : 20; } fields;
};
struct header { unsigned char type, length; };

static void set(union control *c, unsigned mode) {
  c->all = 0;
  c->fields.enabled = mode;
  c->fields.mode = mode & 7;
}

int main(void) {
  union control c;
  unsigned char packet[8] = { 0, 9 };
  struct header h;
  set(&c, __VERIFIER_nondet_uint());
  if (!(c.all & 1))
    reach_error();
  packet[0] = __VERIFIER_nondet_uint();
  memcpy(&h, packet, sizeof h);
  if (h.length != 9 || h.type != packet[0])
    reach_error();
  return 0;
}
