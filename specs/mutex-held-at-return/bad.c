struct mutex { int owner; };
int mutex_lock_interruptible(struct mutex *m);
void mutex_unlock(struct mutex *m);
static struct mutex list;

int main(void) {
  mutex_lock_interruptible(&list);
  mutex_unlock(&list);
  return 0;
}
