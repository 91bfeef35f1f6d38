int lock(void);
int unlock(void);
int nondet(void);
void exit(int c);
void abort(void);

int main(void) {
  lock();
  if (nondet()) abort();
  unlock();
  return 0;
}
