// on 0: imprecise
// on 1: within
int __VERIFIER_nondet_int(void);
static int x = 5;
int main(void) {
  union { int *i; char *c; } u;
  u.i = &x;
  // Which value the other member has is left open.
  return __VERIFIER_nondet_int() ? 0 : *u.c;
}
