// with two.lib: unknown
// with C: violated
// Nothing accesses `b` as an `int`; a predicate of the library speaks of it.
extern void reach_error(void);
int two(int *p, long *q);
int main(void) {
  long b = 1;
  two((int *)&b, &b);
  if (b == 5)
    reach_error();
  return 0;
}
