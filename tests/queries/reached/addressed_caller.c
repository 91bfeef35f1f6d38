// The same of a caller: executions return to calls by name, and what else there is is unknown.
extern void offer(int (*f)(int));
static int state;
static int leaf(int n) {
  if (n == 3)  // from, reached
    state = 1; // reached
  return 1;    // reached
}
static int calls(int n) {
  int a = leaf(n);
  if (a == 2)   // reached
    return 5;   // unknown
  return a + n; // reached
}
int main(void) {
  offer(calls); // unknown
  calls(3);     // unknown
  return state; // reached
}
