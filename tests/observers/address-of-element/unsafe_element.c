// What is locked is an element behind a pointer.
struct lock { int held; };
static void lock(struct lock *l) { l->held = 2; }
static struct lock all[4];
int main(void) {
  struct lock *p = all;
  int i = 1;
  lock(&p[i]);
  return 0;
}
