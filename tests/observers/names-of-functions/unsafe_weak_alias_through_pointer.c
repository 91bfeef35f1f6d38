int bad(int x) { return x; }
int other(int) __attribute__((weak, alias("bad")));
int main(void) {
  int (*f)(int) = other;
  bad(0);
  return f(1);
}
