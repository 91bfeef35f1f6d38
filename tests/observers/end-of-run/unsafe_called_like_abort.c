int lock(void);
int unlock(void);
int nondet(void);
void driver_abort(void) __attribute__((noreturn));

int main(void) {
  lock();
  if (nondet()) driver_abort();
  unlock();
  return 0;
}
