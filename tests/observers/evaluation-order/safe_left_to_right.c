int lock(void);
int __VERIFIER_nondet_int(void);

int main(void) {
  int n, x;
  n = lock() + (x = 1);
  return 0;
}
