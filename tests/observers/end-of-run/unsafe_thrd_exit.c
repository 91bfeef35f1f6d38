int lock(void);
int unlock(void);
int nondet(void);
void thrd_exit(int);

int main(void) {
  lock();
  if (nondet()) thrd_exit(0);
  unlock();
  return 0;
}
