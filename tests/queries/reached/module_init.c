// options: --entry entry
// The first function of a module of Linux has two names. One of them stands in an object that
// nothing speaks of, so no compiler compares the two.
extern int others(void);
static int first(void) {
  return others(); // unknown
}
static inline __attribute__((unused)) int (*inittest(void))(void) {
  return first; // dead
}
int init_module(void) __attribute__((alias("first")));
static void *__attribute__((used)) addressable = (void *)&init_module;
int entry(int n) {
  others();
  if (n)
    return 1; // reached
  return 2;   // reached
}
