// options: --entry open
// As long as an entry calls nothing outside, nobody calls back.
struct ops {
  int (*open)(void);
  int (*release)(void);
};
static int release(void) {
  return 2; // dead
}
int open(void) {
  return 1; // reached
}
struct ops ops = {open, release};
