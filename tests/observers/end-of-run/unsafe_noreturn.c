int lock(void);
int unlock(void);
int nondet(void);
void usage(void) __attribute__((noreturn));

int main(void) {
  lock();
  if (nondet()) usage();
  unlock();
  return 0;
}
