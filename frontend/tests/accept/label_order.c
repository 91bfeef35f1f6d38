// expect: ok
// gcc evaluates the last argument first, and gets to ERROR: the ledger says that the order is open.
extern void exit(int);
static int two(int a, int b) { return a * b; }
int main(void) {
  int y = 1;
  return two((exit(0), 1), ({ERROR: y = 2; y; }));
}
