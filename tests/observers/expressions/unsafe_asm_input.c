int lock(void);
int unlock(void);
int nondet(void);

int main(void) {
  lock();
  __asm__("" : : "r"(lock()));
  return 0;
}
