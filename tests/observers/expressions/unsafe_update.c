int lock(void);
int unlock(void);
int nondet(void);

int main(void) {
  int n = 0;
  lock();
  n += lock();
  return 0;
}
