// expect: ok
// Whether `x++` happens before the jump out of the other operand is open: the ledger says so. In `once` nothing else happens.
void reach_error(void);
static int two(int a, int b) { return a + b; }
static int leaves(int c) {
  int x = 0;
  two(x++, ({ if (c) goto out; 1; }));
out:
  return x;
}
static int once(int c) {
  int x = two(c, ({ if (c) return 0; 1; }));
  return x;
}
int main(void) {
  int a = leaves(1), b = once(1);
  if (a > 1 || b) reach_error();
  return 0;
}
