int real(int x) { return x; }
int bad(int) __attribute__((alias("real")));
int third(int) __attribute__((alias("real")));
int main(void) {
  bad(0);
  return third(1);
}
