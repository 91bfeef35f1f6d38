typedef struct { int raw; } lock_t;
void init(lock_t *l);
void lock(lock_t *l);
void unlock(lock_t *l);
static lock_t l;

int main(void) {
  asm volatile("nop" ::: "memory");
  lock(&l);
  asm volatile("nop" ::: "memory");
  unlock(&l);
  return 0;
}
