int lock(void);
int unlock(void);
int nondet(void);
void leave(int) __asm__("_Exit");

int main(void) {
  lock();
  if (nondet()) leave(0);
  unlock();
  return 0;
}
