// with between.lib: unknown
// with C: violated
// alone: violated
extern void reach_error(void);
struct ref {
  int count;
};
int put(struct ref *r);
int magnitude(int a);
void restart(void);
int next(void);
_Bool truth(int x);
int both(int a, int b);
int main(void) {
  struct ref r;
  r.count = 1;
  if (put(&r) != 1)
    reach_error();
  if (magnitude(-3) != 3)
    reach_error();
  if (magnitude(4) != 4)
    reach_error();
  restart();
  if (next() != 0)
    reach_error();
  if (!truth(2))
    reach_error();
  if (truth(0))
    reach_error();
  if (!both(1, 2))
    reach_error();
  if (both(1, 0))
    reach_error();
  if (!both(0, 1))
    reach_error();
  return 0;
}
