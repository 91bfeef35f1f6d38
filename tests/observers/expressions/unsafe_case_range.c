int lock(void);
int unlock(void);
int nondet(void);

int main(void) {
  lock();
  if (nondet()) unlock(); else lock();
  return 0;
}
