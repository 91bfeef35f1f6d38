// on -1: undefined-behaviour
// on 32: undefined-behaviour
// on 31: within
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  long long wide = 1ll << (n + 32);
  return (1u >> n) + (wide != 0);
}
