int lock(void);
int unlock(void);
int nondet(void);
int raise(int);
static int (*const send)(int) = raise;

int main(void) {
  lock();
  if (nondet()) unlock(), send(9), lock();
  unlock();
  return 0;
}
