// how: A-REACH
// observer: what the function returns is assigned, and is no event, as `AT` is another line.
extern int input(void);
static int seen;
static int compute(int x) {
  return x + 1; // from, reached
}
int main(void) {
  seen = compute(input());
  return seen; // reached
}
