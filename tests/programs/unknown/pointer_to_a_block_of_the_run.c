// options: --entry probe
// Nobody has the address of what does not live yet.
void reach_error(void);
void *malloc(unsigned long);
struct req { int x; int y; };
struct dev { struct req *q; };
static void init(struct req *r) { r->x = 1; r->y = 2; }
int probe(struct dev *dev) {
  struct req *r = malloc(sizeof *r);
  if (!r) return 1;
  dev->q->x = 0;
  init(r);
  if (dev->q->x != 0) reach_error();
  return 0;
}
