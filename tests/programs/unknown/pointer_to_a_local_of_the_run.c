// options: --entry probe
// Nobody has the address of what does not live yet.
void reach_error(void);
struct req { int x; int y; };
static void init(struct req *r) { r->x = 1; r->y = 2; }
int probe(struct req *d) {
  struct req r;
  d->x = 0;
  init(&r);
  if (d->x != 0) reach_error();
  return r.y;
}
