// Nobody was told of the local object.
void reach_error(void);
struct req { int x; int y; };
void submit(struct req *);
struct req *get(void);
int main(void) {
  struct req r = {0, 0};
  struct req *q = &r;
  
  struct req *d = get();
  if (!d) return 0;
  d->x = 0;
  q->x = 1;
  if (d->x != 0) reach_error();
  return r.y;
}
