// What is known where `leaf` is called is forgotten where executions start in it.
extern int input(void);
static int constant(void) {
  return 7; // from, reached
}
static int first(int n) {
  return n + 1;
}
static int caller(int n) {
  int a = 3;
  int y = first(n) + constant();
  if (y != 7)
    a = 4; // reached
  if (y == 7)
    a = 5; // reached
  if (a == 77)
    a = 6; // unknown
  if (n == 77)
    a = 7; // reached
  return a;
}
static int other(int n) {
  int b = 5;
  constant();
  if (b == 6)
    b = 7;   // reached
  return 11; // reached
}
int main(void) {
  int n = caller(2); // unknown
  if (n == 4)
    n = 8; // reached
  return n + other(n);
}
