// Whoever has the address of a function may have called it: executions return to them, too.
extern void offer(int (*f)(void));
extern int input(void);
static int leaf(void) {
  if (input())
    return 1; // from, reached
  return 2;   // unknown
}
int main(void) {
  offer(leaf);
  return 0; // unknown
}
