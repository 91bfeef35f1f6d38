int lock(void);
int unlock(void);
int nondet(void);
extern void reach_error(void) __attribute__((noreturn));
static void (*const fail)(void) = reach_error;

int main(void) {
  lock();
  if (nondet()) fail();
  unlock();
  return 0;
}
