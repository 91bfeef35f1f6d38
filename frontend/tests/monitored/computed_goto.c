// on 0: undefined-behaviour
// on 1: within
int __VERIFIER_nondet_int(void);
int main(void) {
  void *target = __VERIFIER_nondet_int() ? &&end : (void *)0;
  goto *target;
end:
  return 0;
}
