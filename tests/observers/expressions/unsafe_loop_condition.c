int lock(void);
int unlock(void);
int nondet(void);

int main(void) {
  int i = 0;
  while (lock() && i < 1) i++;
  return 0;
}
