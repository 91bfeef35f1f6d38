typedef struct { int raw; } lock_t;
void init(lock_t *l);
void lock(lock_t *l);
void unlock(lock_t *l);
static lock_t l;

int main(void) {
  lock(&l);
  asm volatile("nop" : "=m"(l));
  lock(&l);
  return 0;
}
