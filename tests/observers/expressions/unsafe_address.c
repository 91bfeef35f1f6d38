int lock(void);
int unlock(void);
int nondet(void);

int main(void) {
  int a[2] = { 0 };
  lock();
  int *p = &a[lock() & 1];
  return 0;
}
