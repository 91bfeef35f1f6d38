static void f(int n, ...) {}
static void use(void) {}
int main(void) {
  f(0, 1, 9, 2, 5);
  use();
  return 0;
}
