int take(int) __asm__("lock");
extern inline __attribute__((gnu_inline)) int lock(int x) { return take(x); }
int main(void) {
  lock(1);
  return 0;
}
