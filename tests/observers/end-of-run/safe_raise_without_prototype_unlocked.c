int lock(void);
int unlock(void);
int nondet(void);
int raise();

int main(void) {
  lock();
  if (nondet()) unlock(), raise(9), lock();
  unlock();
  return 0;
}
