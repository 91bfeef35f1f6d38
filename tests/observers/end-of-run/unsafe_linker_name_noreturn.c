int lock(void);
int unlock(void);
int nondet(void);
extern void quit(void) __asm__("die") __attribute__((noreturn));

int main(void) {
  lock();
  if (nondet()) quit();
  unlock();
  return 0;
}
