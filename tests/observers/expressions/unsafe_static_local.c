int lock(void);
int unlock(void);
int nondet(void);

int main(void) {
  lock();
  static int n;
  n = lock();
  return 0;
}
