// options: --entry open
// Before any entry but `main`, others may have got all addresses; and they may call back.
extern int other(void);
struct ops {
  int (*open)(void);
  int (*release)(int n);
};
static int helper(void) {
  return 4; // unknown
}
static int release(int n) {
  if (n > 3)
    return helper(); // unknown
  return 2;
}
static int uncalled(void) {
  return 5; // dead
}
int open(void) {
  other();           // reached
  return release(1); // reached
}
struct ops ops = {open, release};
