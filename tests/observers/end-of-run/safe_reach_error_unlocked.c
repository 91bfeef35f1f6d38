int lock(void);
int unlock(void);
int nondet(void);
extern void reach_error(void) __attribute__((noreturn));

int main(void) {
  lock();
  if (nondet()) unlock(), reach_error(), lock();
  unlock();
  return 0;
}
