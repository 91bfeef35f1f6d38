int take(void) __asm__("lock");
int unlock(void);
int main(void) {
  take();
  unlock();
  return 0;
}
