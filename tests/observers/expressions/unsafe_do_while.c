int lock(void);
int unlock(void);
int nondet(void);

int main(void) {
  int i = 0;
  do i++;
  while (lock() && i < 2);
  return 0;
}
