// Operands that interfere: only what no way through the text leads to is surely dead.
static int x;
static int set(int y) {
  x = y;
  return y;
}
static void spin(void) {
  for (;;)
    ;
}
static int uncalled(void) {
  return 5; // dead
}
static int pointed(void) {
  return 6; // unknown
}
static int (*table[])(void) = {pointed, pointed};
int main(void) {
  int n = set(1) + 2 * set(2);
  if (x == 1)
    n = 0; // unknown
  if (n == 3) {
    spin();
    n = 9;          // unknown
    n = table[n]();
  }
  return n;
  n = 8; // dead
}
