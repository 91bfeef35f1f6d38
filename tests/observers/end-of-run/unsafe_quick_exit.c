int lock(void);
int unlock(void);
int nondet(void);
void quick_exit(int);

int main(void) {
  lock();
  if (nondet()) quick_exit(0);
  unlock();
  return 0;
}
