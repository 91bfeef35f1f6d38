int lock(void);
int unlock(void);
int nondet(void);
void usage(void) __attribute__((noreturn));

int main(void) {
  void (*stop)(void) = usage;
  lock();
  if (nondet()) stop();
  unlock();
  return 0;
}
