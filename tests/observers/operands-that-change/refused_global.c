// The second operand changes what the first one was computed from.
static int x;
static int g(void) { x = 7; return 1; }
static void f(int a, int b) {}
int main(void) {
  x = 1;
  f(x + 1, g());
  return 0;
}
