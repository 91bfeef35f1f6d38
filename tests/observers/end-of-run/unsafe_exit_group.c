int lock(void);
int unlock(void);
int nondet(void);
void exit_group(int);

int main(void) {
  lock();
  if (nondet()) exit_group(0);
  unlock();
  return 0;
}
