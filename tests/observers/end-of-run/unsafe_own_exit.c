int lock(void);
int unlock(void);
int nondet(void);
void _exit(int c);
void exit(int c) { _exit(c); }

int main(void) {
  lock();
  if (nondet()) exit(1);
  unlock();
  return 0;
}
