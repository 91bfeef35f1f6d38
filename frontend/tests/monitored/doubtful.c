// on 0: imprecise
// on 1: within
int __VERIFIER_nondet_int(void);
int main(void) {
  union { float f; char *c; } u;
  u.c = 0;
  u.f = 1;
  // Which value the other member has is left open.
  return __VERIFIER_nondet_int() ? 0 : *u.c;
}
