int lock(void);
int unlock(void);
int nondet(void);

int main(void) {
  lock();
  if (lock() > 0.5) return 1;
  return 0;
}
