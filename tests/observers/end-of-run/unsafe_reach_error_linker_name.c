int lock(void);
int unlock(void);
int nondet(void);
_Noreturn void stop(void) __asm__("reach_error");

int main(void) {
  lock();
  if (nondet()) stop();
  unlock();
  return 0;
}
