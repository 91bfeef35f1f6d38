int lock(void);
int unlock(void);
int nondet(void);
int execv();

int main(void) {
  lock();
  if (nondet()) unlock(), execv("x", 0), lock();
  unlock();
  return 0;
}
