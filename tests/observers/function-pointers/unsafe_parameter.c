int lock(void);
int unlock(void);
int nondet(void);
static void twice(int (*op)(void)) { op(); }

int main(void) {
  lock();
  twice(lock);
  return 0;
}
