// What is locked is the first element of an array.
struct lock { int held; };
static void lock(struct lock *l) { l->held = 2; }
static struct lock all[4];
int main(void) {
  struct lock *p = all;
  all[0].held = 1;
  lock(all);
  return 0;
}
