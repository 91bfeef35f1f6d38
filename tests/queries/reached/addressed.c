// Whoever has the address of a function may have called it.
extern void offer(int (*f)(void));
static int leaf(void) {
  return 1; // from, unknown
}
int main(void) {
  offer(leaf);
  return 0; // unknown
}
