// with s.lib: unknown
// with C: violated
// alone: unknown
extern void reach_error(void);
struct s {
  long more;
  int n;
};
void inc(struct s *p);
int main(void) {
  struct s k;
  k.n = 0;
  inc(&k);
  inc(&k);
  if (k.n != 1)
    reach_error();
  return 0;
}
