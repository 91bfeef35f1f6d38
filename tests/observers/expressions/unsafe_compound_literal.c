int lock(void);
int unlock(void);
int nondet(void);

int main(void) {
  lock();
  struct s { int a, b; } v = (struct s){ 1, lock() };
  return 0;
}
