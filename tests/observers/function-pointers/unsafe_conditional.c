int lock(void);
int unlock(void);
int nondet(void);

int main(void) {
  lock();
  (nondet() ? lock : unlock)();
  return 0;
}
