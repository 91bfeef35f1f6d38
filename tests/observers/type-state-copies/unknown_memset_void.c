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
  struct box a;
  void *p = &a;
  init(&a.l);
  lock(&a.l);
  memset(p, 0, sizeof a);
  unlock(&a.l);
  return 0;
}
