typedef struct { int raw; } spinlock_t;
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
int nondet(void);
static spinlock_t lock;
static int requests;

int main(void) {
  while (nondet()) {
    spin_lock(&lock);
    if (requests > 0) {
      requests--;
      spin_unlock(&lock);
    } else {
      spin_unlock(&lock);
    }
  }
  return 0;
}
