// Whether the pointer is read before or after the argument changes it is open (C11 6.5.2.2p10): the ledger says so.
void reach_error(void);
static int one(int x) { return x; }
static int two(int x) { return x + 1; }
static int (*f)(int) = one;
static int change(void) { f = two; return 1; }
int main(void) {
  if (f(change()) == 5) reach_error();
  return 0;
}
