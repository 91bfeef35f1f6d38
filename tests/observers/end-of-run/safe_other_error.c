int lock(void);
int unlock(void);
int nondet(void);
void error(const char *);

int main(void) {
  lock();
  if (nondet()) error("x");
  unlock();
  return 0;
}
