int lock(void);
int unlock(void);
int nondet(void);
void _exit(int c);

int main(void) {
  lock();
  if (nondet()) _exit(1);
  unlock();
  return 0;
}
