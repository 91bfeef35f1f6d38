int lock(void);
int unlock(void);
int nondet(void);

int main(void) {
  int (*op)(void) = lock;
  int a[2] = { op(), op() };
  return 0;
}
