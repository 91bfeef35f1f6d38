int lock(void);
int unlock(void);
int nondet(void);

int main(void) {
  void *v = (void *)lock;
  lock();
  ((int (*)(void))v)();
  return 0;
}
