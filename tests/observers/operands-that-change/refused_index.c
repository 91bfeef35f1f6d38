// The second operand changes the index of the first.
static int i;
static int g(void) { i = 7; return 1; }
static void at(int *a, int b) {}
static int all[9];
int main(void) {
  int *p = all;
  i = 1;
  at(&p[i], g());
  return 0;
}
