int bad(int);
int other(int) __asm__("bad");
int main(void) {
  int (*f)(int) = other;
  bad(0);
  return f(1);
}
