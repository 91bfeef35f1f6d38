// expect: ok
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  return a / b + (a << b) + a / 3 + (a << 2) + (a >> 1) + (~a & 15);
}
