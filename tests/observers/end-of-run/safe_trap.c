int lock(void);
int unlock(void);
int nondet(void);

int main(void) {
  lock();
  if (nondet()) __builtin_trap();
  unlock();
  return 0;
}
