struct mutex { int owner; };
void mutex_init(struct mutex *m);
void mutex_lock(struct mutex *m);
int mutex_trylock(struct mutex *m);
void mutex_unlock(struct mutex *m);
struct device { int id; struct mutex lock; };
static struct device dev;

int main(void) {
  mutex_init(&dev.lock);
  if (mutex_trylock(&dev.lock))
    mutex_unlock(&dev.lock);
  mutex_lock(&dev.lock);
  mutex_unlock(&dev.lock);
  return 0;
}
