// how: A-REACH
// observer: an event may happen where the function returns, as its result is assigned there.
extern int input(void);
static int seen;
static int compute(int x) {
  return x + 1; // from, unknown
}
int main(void) {
  seen = compute(input());
  return seen; // unknown
}
