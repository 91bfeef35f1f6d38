typedef struct { int raw; } spinlock_t;
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
int nondet(void);
static spinlock_t lock;
static int requests;

int main(void) {
  spin_lock(&lock);
  if (requests > 0)
    spin_unlock(&lock);
  spin_lock(&lock);
  spin_unlock(&lock);
  return 0;
}
