// on 4: in-bounds
// on 1: within
int __VERIFIER_nondet_int(void);
static int element(int n) {
  int local[4] = { 1, 2, 3 };
  return n > 2 ? element(n - 1) + local[n] : local[n];
}
int main(void) { return element(__VERIFIER_nondet_int()) == 0; }
