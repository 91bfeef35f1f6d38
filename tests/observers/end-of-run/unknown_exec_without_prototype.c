int lock(void);
int unlock(void);
int nondet(void);
int execv();

int main(void) {
  lock();
  if (nondet()) execv("x", 0);
  unlock();
  return 0;
}
