// The size of an array of variable length is no variable of the program.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4)
    return 0;
  int a[n];
  int p[2];
  a[0] = 2;
  p[1] = a[0] - 1;
  return 0;
}
