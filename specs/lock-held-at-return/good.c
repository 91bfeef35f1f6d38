void spin_lock(int *lock);
void spin_unlock(int *lock);
int nondet(void);
static int lock;

int main(void) {
  int status = 0;
  spin_lock(&lock);
  if (nondet()) {
    status = -1;
    goto out;
  }
  status = 1;
out:
  spin_unlock(&lock);
  return status;
}
