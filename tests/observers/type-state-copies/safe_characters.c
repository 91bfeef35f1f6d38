typedef struct { int raw; } lock_t;
void init(lock_t *l);
void lock(lock_t *l);
void unlock(lock_t *l);
static lock_t l;

int main(void) {
  int x;
  char *p = (char *)&x;
  lock(&l);
  p[1] = 3;
  unlock(&l);
  return 0;
}
