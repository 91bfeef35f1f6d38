// A function that is only called through a pointer hands out another one.
extern int input(void);
extern void offer(int (*f)(void));
static int handed(void) {
  return 1; // unknown
}
static int calls(void) {
  offer(handed);
  return 2;
}
static int other(void) {
  return 3;
}
static int (*table[])(void) = {calls, other};
int main(void) {
  int n = input(); // reached
  if (n < 0 || n > 1)
    return 0;
  return table[n]();
}
