// on 0: undefined-behaviour
// on 7: within
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  return 5 % (n - 0) + 6 / 3 + (n && 10 / n);
}
