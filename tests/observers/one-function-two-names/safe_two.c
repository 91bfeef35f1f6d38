void f(int x) {}
void g(int x) {}
int main(void) {
  f(1);
  g(0);
  return 0;
}
