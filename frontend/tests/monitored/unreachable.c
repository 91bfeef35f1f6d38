// on 0: undefined-behaviour
// on 1: within
int __VERIFIER_nondet_int(void);
int main(void) {
  if (!__VERIFIER_nondet_int())
    __builtin_unreachable();
  return 0;
}
