int lock(void);
int unlock(void);
int nondet(void);

int main(void) {
  lock();
  int n = lock() & 0;
  return 0;
}
