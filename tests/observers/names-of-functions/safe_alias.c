int real(int x) { return x; }
int bad(int) __attribute__((alias("real")));
int main(void) {
  bad(0);
  return real(0);
}
