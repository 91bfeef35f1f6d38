void spin_lock(int *lock);
void spin_unlock(int *lock);
int nondet(void);
static int lock;

int main(void) {
  spin_lock(&lock);
  if (nondet())
    return -1;
  spin_unlock(&lock);
  return 0;
}
