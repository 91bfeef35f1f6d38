int lock(void) { return 0; }
int acquire(void) __attribute__((alias("lock")));

int main(void) {
  int (*op)(void) = lock;
  op();
  acquire();
  return 0;
}
