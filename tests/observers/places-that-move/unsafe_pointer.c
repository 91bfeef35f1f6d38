// `lock` changes the pointer through which its argument was found.
struct in { int held; };
struct lock { int kind; struct in in; };
static struct lock a, b;
static struct lock *p = &a;
static void lock(struct in *l) { p = &b; }
static void check(struct in *l) {}
int main(void) {
  lock(&p->in);
  check(&a.in);
  return 0;
}
