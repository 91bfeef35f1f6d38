// Executions that start in a recursive function return to any depth.
extern int input(void);
static int down(int n) {
  if (n == 0)
    return 3; // from, reached
  int a = down(n - 1);
  if (a == 4)
    a = 5;      // reached
  return a + 1; // reached
}
int main(void) {
  int n = input(); // dead
  n = down(n);     // dead
  if (n == 6)
    n = 7; // reached
  if (n == 5)
    n = 8;
  return n;
}
