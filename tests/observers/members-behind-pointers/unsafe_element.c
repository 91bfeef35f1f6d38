struct s { int m; };
static struct s g, *p = &g;
static int a[4];
static void f(int x) {}
static void h(int x) {}
int main(void) {
  f(p->m);
  h(a[2]);
  return 0;
}
