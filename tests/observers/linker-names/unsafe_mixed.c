int take(void) __asm__("lo" "ck");
int lock(void);
int main(void) {
  lock();
  take();
  return 0;
}
