// expect: ok
// f may change g: another order of evaluation gives another result, and the ledger says so.
int g;
static int f(void) { return g = 2; }
void reach_error(void);
int main(void) {
  int x = g + f();
  if (x != 2) reach_error();
  return 0;
}
