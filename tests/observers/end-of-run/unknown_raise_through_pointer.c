int lock(void);
int unlock(void);
int nondet(void);
int raise(int);
static int (*const send)(int) = raise;

int main(void) {
  lock();
  if (nondet()) send(9);
  unlock();
  return 0;
}
