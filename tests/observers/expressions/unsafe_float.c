int lock(void);
int unlock(void);
int nondet(void);

int main(void) {
  lock();
  double d = 1.0 + lock();
  return 0;
}
