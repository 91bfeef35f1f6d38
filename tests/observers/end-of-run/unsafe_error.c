int lock(void);
int unlock(void);
int nondet(void);
void error(int, int, const char *, ...);

int main(void) {
  lock();
  if (nondet()) error(1, 0, "x");
  unlock();
  return 0;
}
