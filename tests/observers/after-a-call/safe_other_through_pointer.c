int nondet(void);
static int get(void) { return 1; }
static int one(void) { return -1; }

int main(void) {
  int (*f)(void) = nondet() ? get : one, n;
  n = f();
  return 0;
}
