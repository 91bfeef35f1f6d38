int lock(void);
int unlock(void);
int nondet(void);
void exit(int c) { }

int main(void) {
  lock();
  if (nondet()) exit(1);
  unlock();
  return 0;
}
