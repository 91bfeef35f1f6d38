int lock(void);
int unlock(void);
int nondet(void);
int raise();

int main(void) {
  lock();
  if (nondet()) raise(9);
  unlock();
  return 0;
}
