// What is stored in an object of others.
extern int (*registry)(void);
extern void other(void);
static int stored(void) {
  return 1; // unknown
}
int main(void) {
  registry = stored; // reached
  other();
  return 0;
}
