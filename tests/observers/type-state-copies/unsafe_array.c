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
  struct { lock_t l[3]; } a, b;
  for (int i = 0; i < 3; i++) {
    init(&a.l[i]);
    init(&b.l[i]);
  }
  lock(&a.l[2]);
  b = a;
  lock(&b.l[2]);
  return 0;
}
