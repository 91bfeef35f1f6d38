int lock(void);
int unlock(void);
int nondet(void);

int main(void) {
  lock();
  if (__builtin_expect(lock(), 1)) return 1;
  return 0;
}
