// how: A-REACH
// observer: what an event hears where a call returns that began before the start.
extern int input(void);
static int x;
static int leaf(void) {
  return 1; // from, unknown
}
int main(void) {
  x = leaf();
  return x; // unknown
}
