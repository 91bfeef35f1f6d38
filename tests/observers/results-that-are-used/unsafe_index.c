int get(int n);
double real(int n);
int drop(int n);
void exit(int c);
void use(double d);
void __VERIFIER_assume(int c);
static double twice(int n) { return real(n); }

int main(void) {
  int a[2];
  a[get(7)];
  return 0;
}
