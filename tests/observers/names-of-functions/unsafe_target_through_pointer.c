int real(int x) { return x; }
int bad(int) __attribute__((alias("real")));
int main(void) {
  int (*f)(int) = real;
  bad(0);
  return f(1);
}
