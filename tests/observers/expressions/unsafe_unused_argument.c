int lock(void);
int unlock(void);
int nondet(void);
static void use(int n) {}

int main(void) {
  lock();
  use(lock());
  return 0;
}
