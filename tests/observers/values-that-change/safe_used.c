struct s { int a; };
static struct s g;
static int n;
static void f(int x) { g.a = 5; }
static void h(int x) { n = 5; }
int main(void) {
  f(g.a);
  h(n);
  return 0;
}
