typedef struct { int raw; } lock_t;
void init(lock_t *l);
void lock(lock_t *l);
void unlock(lock_t *l);
int nondet(void);
void *memcpy(void *d, const void *s, unsigned long n);
void *memset(void *d, int c, unsigned long n);
void *malloc(unsigned long n);
struct box { int n; lock_t l; };
static void move(char *d, char *s) { for (int i = 0; i < 8; i++) d[i] = s[i]; }

int main(void) {
  struct box a, b;
  init(&a.l);
  init(&b.l);
  lock(&a.l);
  move((char *)&b, (char *)&a);
  lock(&b.l);
  return 0;
}
