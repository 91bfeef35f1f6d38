int lock(void);
int unlock(void);
int nondet(void);

int main(void) {
  lock();
  switch (lock()) {
  default:
    break;
  }
  return 0;
}
