// how: A-REACH
// observer: it hears nothing of the way to the start, and its initial conditions hold there.
extern int input(void);
extern void f(void);
static int x;
static int leaf(void) {
  if (x == 3)
    return 5; // from, reached
  return 1;
}
int main(void) {
  f();    // dead
  leaf(); // dead
  if (x != 3)
    x = 7;  // dead
  x = 6;    // reached
  f();      // reached
  return x; // dead
}
