int lock(void);
int __VERIFIER_nondet_int(void);

int main(void) {
  int n, x;
  n = (x = 1) + lock();
  return 0;
}
