int take(void) __asm__("lock");
int main(void) {
  int (*op)(void) = take;
  op();
  take();
  return 0;
}
