int take(void) __asm__("lock");
int main(void) {
  take();
  take();
  return 0;
}
