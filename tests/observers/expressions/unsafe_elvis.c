int lock(void);
int unlock(void);
int nondet(void);

int main(void) {
  lock();
  int n = lock() ?: 1;
  return 0;
}
