int bad(int x) { return x; }
int other(int) __attribute__((weak, alias("bad")));
int main(void) {
  bad(0);
  return other(1);
}
