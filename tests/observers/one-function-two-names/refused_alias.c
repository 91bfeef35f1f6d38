void f(int x) {}
void g(int x) __attribute__((alias("f")));
int main(void) {
  f(1);
  return 0;
}
