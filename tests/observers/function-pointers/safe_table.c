int lock(void);
int unlock(void);
int nondet(void);
static int (*ops[2])(void) = { lock, unlock };
struct op { int (*enter)(void), (*leave)(void); };

int main(void) {
  ops[0]();
  ops[1]();
  struct op o = { lock, unlock };
  o.enter();
  o.leave();
  void *v = (void *)lock;
  ((int (*)(void))v)();
  (**ops[1])();
  return 0;
}
