// Whether `x` is read before or after the call is open (C11 6.5.16p3): the ledger says so. The second update is in order.
void reach_error(void);
static unsigned x = 2, y;
static unsigned set(void) { x |= 128; return 1; }
int main(void) {
  x |= set();
  y += 1;
  if (x == 0) reach_error();
  return 0;
}
