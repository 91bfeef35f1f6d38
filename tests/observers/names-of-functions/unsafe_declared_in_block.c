int main(void) {
  int bad(int);
  bad(0);
  {
    extern int other(int) __asm__("bad");
    other(1);
  }
  return 0;
}
