// with s.lib: certified
// with C: certified
// alone: unknown
extern void reach_error(void);
struct s {
  long more;
  int n;
};
struct t {
  int first;
  struct s inside;
};
void inc(struct s *p);
void bump(int *q);
int main(void) {
  struct s k;
  struct t t;
  struct s a[3];
  int x = 0;
  k.n = 0;
  inc(&k);
  if (k.n != 1)
    reach_error();
  t.inside.n = 0;
  inc(&t.inside);
  if (t.inside.n != 1)
    reach_error();
  a[1].n = 0;
  inc(&a[1]);
  if (a[1].n != 1)
    reach_error();
  bump(&x);
  if (x != 1)
    reach_error();
  return 0;
}
