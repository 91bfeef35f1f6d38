// No other file can name the object, and nobody is told of it.
void reach_error(void);
struct s { int x; };
struct s *get(void);
static struct s r;
int main(void) {
  struct s *q = &r, *d = get();
  if (!d) return 0;
  d->x = 0;
  q->x = 1;
  if (d->x) reach_error();
  return 0;
}
