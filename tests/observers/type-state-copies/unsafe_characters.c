typedef struct { int raw; } lock_t;
void init(lock_t *l);
void lock(lock_t *l);
void unlock(lock_t *l);
static lock_t l;

int main(void) {
  char *p = (char *)&l;
  lock(&l);
  p[1] = 0;
  lock(&l);
  return 0;
}
