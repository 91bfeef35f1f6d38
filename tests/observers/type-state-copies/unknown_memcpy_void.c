typedef struct { int raw; } lock_t;
void init(lock_t *l);
void lock(lock_t *l);
void unlock(lock_t *l);
int nondet(void);
void *memcpy(void *d, const void *s, unsigned long n);
void *memset(void *d, int c, unsigned long n);
void *malloc(unsigned long n);
struct box { int n; lock_t l; };

int main(void) {
  struct box a, b;
  void *p = &a, *q = &b;
  init(&a.l);
  init(&b.l);
  lock(&a.l);
  memcpy(q, p, sizeof b);
  lock(&b.l);
  return 0;
}
