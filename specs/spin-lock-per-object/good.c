typedef struct spinlock { int raw; } spinlock_t;
void spin_lock_init(spinlock_t *lock);
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
static spinlock_t tx, rx;

int main(void) {
  spinlock_t *first = &tx;
  spin_lock_init(&tx);
  spin_lock_init(&rx);
  spin_lock(first);
  spin_lock(&rx);
  spin_unlock(&tx);
  spin_unlock(&rx);
  return 0;
}
