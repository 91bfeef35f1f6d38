int lock(void);
int unlock(void);
int nondet(void);

int main(void) {
  int a[3] = { 0 }, *p = a;
  lock();
  *(p += lock()) = 0;
  return 0;
}
