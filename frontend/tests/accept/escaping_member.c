// expect: ok
// The address of `a` escapes, so it shares the map of int; `b` keeps its own.
struct s { int a; int b; };
void set(int *p) { *p = 7; }
void reach_error(void);
int main(void) {
  struct s x;
  x.b = 1;
  set(&x.a);
  if (x.a + x.b != 8) reach_error();
  return 0;
}
