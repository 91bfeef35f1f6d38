int lock(void);
int unlock(void);
int nondet(void);
typedef void die_t(void) __attribute__((noreturn));
extern die_t die;

int main(void) {
  lock();
  if (nondet()) die();
  unlock();
  return 0;
}
