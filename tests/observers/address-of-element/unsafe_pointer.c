// What is locked is what a pointer points to: `p` is `&*p`.
struct lock { int held; };
static void lock(struct lock *l) { l->held = 2; }
static struct lock all[4];
int main(void) {
  struct lock *p = all;
  lock(p);
  return 0;
}
