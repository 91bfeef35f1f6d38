int lock(void);
int unlock(void);
int nondet(void);
void *malloc(unsigned long n);
struct op { int (*enter)(void); };

int main(void) {
  struct op *o = malloc(sizeof *o);
  if (!o) return 1;
  o->enter = lock;
  o->enter();
  o->enter();
  return 0;
}
