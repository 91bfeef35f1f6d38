struct mutex { int owner; };
void mutex_lock(struct mutex *m);
int mutex_lock_interruptible(struct mutex *m);
int mutex_trylock(struct mutex *m);
void mutex_unlock(struct mutex *m);
int nondet(void);
static struct mutex list, device;

int main(void) {
  int status = 0;
  if (mutex_lock_interruptible(&list))
    return -1;
  if (nondet()) {
    status = -2;
    goto out;
  }
  mutex_lock(&device);
  mutex_unlock(&device);
  if (mutex_trylock(&device))
    mutex_unlock(&device);
out:
  mutex_unlock(&list);
  return status;
}
