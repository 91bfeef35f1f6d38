int lock(void);
int unlock(void);
int nondet(void);

int main(void) {
  lock();
  long (*op)(void) = (long (*)(void))lock;
  op();
  return 0;
}
