struct semaphore { int count; };
int down_interruptible(struct semaphore *s);
void up(struct semaphore *s);
static struct semaphore sem;

int main(void) {
  if (down_interruptible(&sem))
    goto out;
out:
  up(&sem);
  return 0;
}
