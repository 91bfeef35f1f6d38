int get(int n);
double real(int n);
int drop(int n);
void exit(int c);
void use(double d);
void __VERIFIER_assume(int c);
static double twice(int n) { return real(n); }

int main(void) {
  get(7);
  (void)get(7);
  real(7);
  int n = drop(7);
  if (drop(7)) return 1;
  n = n && drop(7);
  n ? get(7) : get(7);
  get(7), n = 1;
  return 0;
}
