static void f(int n, ...) {}
static void use(void) {}
int main(void) {
  f(0, 1, 1, 2);
  use();
  return 0;
}
