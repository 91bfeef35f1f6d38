int lock(void);
int unlock(void);
int nondet(void);
static int error(const char *text) { return 1; }

int main(void) {
  lock();
  if (nondet()) return error("x");
  unlock();
  return 0;
}
