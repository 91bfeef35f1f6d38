// with two.lib: certified
// with C: certified
// alone: violated
extern void reach_error(void);
int two(int *p, long *q);
int main(void) {
  int a = 1;
  long b = 1;
  two(&a, &b);
  if (a != 1 || b != 5)
    reach_error();
  return 0;
}
