int lock(void);
int unlock(void);
int nondet(void);

int main(void) {
  lock();
  struct s { int a, b; } v = { .b = lock() };
  return 0;
}
