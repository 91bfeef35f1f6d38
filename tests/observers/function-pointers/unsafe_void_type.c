int lock(void);
int unlock(void);
int nondet(void);

int main(void) {
  lock();
  void (*op)(void) = (void (*)(void))lock;
  op();
  return 0;
}
