// Jumps into loops, switches that fall through, and ends in the middle.
extern int input(void);
extern void exit(int);
static int loops(int n) {
  int i = 0, sum = 0;
  if (n == 3)
    goto inside;
  for (i = 0; i < 2; i++) {
    sum += 2;
  inside:
    sum += 1;
    if (sum == 1)
      sum = sum + 100; // reached
    if (sum == 2)
      return 9; // not reached
  }
  return sum;
}
static int through(int n) {
  int r = 0;
  switch (n) {
  case 1:
    r = 1;
  case 2:
    r += 2;
    if (r == 3)
      r = 13; // reached
    break;
    r = 5; // dead
  default:
    if (n == 1)
      return 1; // not reached
    do {
    case 7:
      r++;
      if (n == 7 && r == 2)
        r = 40; // reached
    } while (r < 3);
  }
  return r;
}
static void ends(int n) {
  if (n == 5)
    exit(1);
  if (n == 5)
    n = 6; // not reached
}
static __attribute__((noreturn)) void never(void) {
  for (;;)
    ;
}
static int fact(int n) {
  if (n < -1)
    return 7; // not reached
  if (n <= 0)
    return 1; // reached
  return n * fact(n - 1);
}
int main(void) {
  int n = input();
  loops(n);
  through(n);
  ends(n);
  if (n > 0 && n < 5)
    fact(n);
  if (n == 2) {
    never();
    n = 8; // dead
  }
  return n; // reached
}
