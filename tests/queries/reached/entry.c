// options: --entry open
// Before any entry but `main`, others may have got all addresses; and they may call back.
extern int other(void);
struct ops {
  int (*open)(void);
  int (*release)(int n);
  int (*close)(void);
};
extern int offer(struct ops *ops);
static int helper(void) {
  return 4; // unknown
}
static int release(int n) {
  if (n > 3)
    return helper(); // unknown
  return 2;
}
static int deep(void) {
  return 6; // unknown
}
static int closes(void) {
  return deep(); // unknown
}
static int uncalled(void) {
  return 5; // dead
}
int open(void) {
  other();           // reached
  return release(1); // reached
}
static struct ops ops = {open, release, closes};
int init(void) {
  return offer(&ops);
}
