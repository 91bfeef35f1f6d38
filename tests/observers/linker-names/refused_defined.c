int take(void) __asm__("lock");
int take(void) { return 0; }
int lock(void);
int main(void) {
  lock();
  take();
  return 0;
}
