// expect: ok
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);
static int twice(int x) { return x + x; }
int main(void) {
  unsigned char u = __VERIFIER_nondet_uchar();
  if (twice(twice(u)) > 1020) reach_error();
  return 0;
}
