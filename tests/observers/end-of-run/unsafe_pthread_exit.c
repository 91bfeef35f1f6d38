int lock(void);
int unlock(void);
int nondet(void);
void pthread_exit(void *);

int main(void) {
  lock();
  if (nondet()) pthread_exit(0);
  unlock();
  return 0;
}
