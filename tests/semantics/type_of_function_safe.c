// inputs: 1
// The types of functions that promise nothing are what they say.
void reach_error(void);
int __VERIFIER_nondet_int(void);
static int g;
static int set(int x) { return g = x; }
static int twice(int x) { return g = 2 * x; }
int main(void) {
  __typeof__(&set) f = twice;
  __auto_type h = set;
  int c = __VERIFIER_nondet_int();
  (c ? set : twice)(3);
  if (g != (c ? 3 : 6) || f(1) != 2 || h(5) != 5)
    reach_error();
  return 0;
}
