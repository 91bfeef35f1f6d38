// how: A-REACH
// observer: executions that others come back to are accepted up to where the program's own go.
extern void offer(int (*f)(int));
extern void noted(void);
static int leaf(int n) {
  if (n == 3)  // from, reached
    noted();   // reached
  return 1;    // reached
}
static int calls(int n) {
  int a = leaf(n);
  noted();      // reached
  return a + n; // unknown
}
int main(void) {
  offer(calls);
  return 0;
}
