struct lock { int held; };
static struct lock a;
int __VERIFIER_nondet_int(void);
static void lock(struct lock *l) { if (l) l->held = 1; }
static void bad(void) {}
int main(void) {
  struct lock *p = __VERIFIER_nondet_int() ? &a : &a;
  lock(p);
  if (!p) bad();
  return 0;
}
