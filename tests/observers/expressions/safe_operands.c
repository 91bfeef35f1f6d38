int lock(void);
int unlock(void);
int nondet(void);

int main(void) {
  int a[3] = { 0 };
  a[lock() & 1] = unlock();
  int n = lock() * 0;
  n = unlock() & 0;
  n = !lock();
  n = -unlock();
  (void)lock();
  n = (unlock(), 0);
  n = lock() ? unlock() : unlock();
  return 0;
}
