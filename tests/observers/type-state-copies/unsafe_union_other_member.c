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
  union u { struct box b; int raw[2]; } a, b;
  init(&a.b.l);
  init(&b.b.l);
  lock(&a.b.l);
  for (int i = 0; i < 2; i++) b.raw[i] = a.raw[i];
  lock(&b.b.l);
  unlock(&b.b.l);
  unlock(&b.b.l);
  return 0;
}
