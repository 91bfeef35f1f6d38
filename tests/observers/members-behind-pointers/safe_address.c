// `(&g)->m` is `g.m`, which is no member behind a pointer.
struct s { int m; };
static struct s g, *p = &g;
static int a[4];
static void f(int x) {}
static void h(int x) {}
int main(void) {
  f(p->m);
  f((&g)->m);
  return 0;
}
