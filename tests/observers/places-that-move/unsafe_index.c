// `lock` changes the index with which its argument was found.
struct in { int held; };
static struct in all[2];
static int i;
static void lock(struct in *l) { i = 1; }
static void check(struct in *l) {}
int main(void) {
  lock(&all[i]);
  check(&all[0]);
  return 0;
}
