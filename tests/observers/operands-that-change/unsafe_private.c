// Nothing can change a variable whose address is nowhere taken.
static int x;
static int g(void) { x = 7; return 1; }
static void f(int a, int b) {}
int main(void) {
  int own = 7;
  f(own + 1, g());
  return 0;
}
