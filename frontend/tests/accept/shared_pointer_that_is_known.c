// What the pointer is, is known where it is called. That no interrupt changes it before is assumed all the same: `f` is in the ledger.
void outside(void);
void reach_error(void);
static int one(int x) { return x; }
static int two(int x) { return x + 1; }
static int (*f)(int);
static int number(void) { outside(); return 1; }
int main(void) {
  f = one;
  if (f(number()) == 2) reach_error();
  f = two;
  return 0;
}
