// how: A-REACH
// observer: what it heard of an expression that was begun before the start, nobody knows.
extern void f(void);
static int constant(void) {
  return 7; // from, unknown
}
static int first(int n) {
  return n + 1;
}
int main(void) {
  int n = 2;
  f();
  int y = first(n) + constant();
  return y; // unknown
}
