int lock(void);
int unlock(void);
int nondet(void);
typedef int op(void);
static op *get(void) { return lock; }

int main(void) {
  lock();
  get()();
  return 0;
}
