int lock(void);
int unlock(void);
int nondet(void);
void pthread_exit(void *);
static void (*const leave)(void *) = pthread_exit;

int main(void) {
  lock();
  if (nondet()) leave(0);
  unlock();
  return 0;
}
