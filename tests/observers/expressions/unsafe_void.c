int lock(void);
int unlock(void);
int nondet(void);

int main(void) {
  lock();
  (void)lock();
  return 0;
}
