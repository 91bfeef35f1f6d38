void f(int x) {}
void g(int x) {}
int main(void) {
  f(1);
  g(1);
  return 0;
}
