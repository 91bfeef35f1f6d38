int lock(void);
int unlock(void);
int nondet(void);
void panic(const char *, ...) __attribute__((noreturn));

int main(void) {
  lock();
  if (nondet()) panic("x");
  unlock();
  return 0;
}
