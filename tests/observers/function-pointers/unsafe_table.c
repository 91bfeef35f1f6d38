int lock(void);
int unlock(void);
int nondet(void);
static int (*ops[2])(void) = { lock, unlock };

int main(void) {
  ops[0]();
  ops[nondet() & 1]();
  return 0;
}
