int lock(void);
int unlock(void);
int nondet(void);
struct s { int n; };
static struct s mk(void) { struct s s = { 0 }; lock(); return s; }

int main(void) {
  lock();
  int n = mk().n;
  return 0;
}
