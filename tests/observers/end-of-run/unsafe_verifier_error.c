int lock(void);
int unlock(void);
int nondet(void);
extern void __VERIFIER_error(void) __attribute__((noreturn));

int main(void) {
  lock();
  if (nondet()) __VERIFIER_error();
  unlock();
  return 0;
}
