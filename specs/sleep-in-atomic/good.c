void spin_lock(int *lock);
void spin_unlock(int *lock);
void msleep(unsigned ms);
void *kmalloc(unsigned long size, unsigned flags);
static int lock;

int main(void) {
  void *p = kmalloc(16, 1);
  spin_lock(&lock);
  p = kmalloc(16, 0);
  spin_unlock(&lock);
  msleep(10);
  return p == 0;
}
