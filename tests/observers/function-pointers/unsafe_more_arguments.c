int lock(void);
int unlock(void);
int nondet(void);

int main(void) {
  lock();
  void (*op)(int) = (void (*)(int))lock;
  op(1);
  return 0;
}
