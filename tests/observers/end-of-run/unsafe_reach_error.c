int lock(void);
int unlock(void);
int nondet(void);
extern void reach_error(void) __attribute__((noreturn));

int main(void) {
  lock();
  if (nondet()) reach_error();
  unlock();
  return 0;
}
