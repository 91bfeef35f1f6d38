int lock(void);
int unlock(void);
int nondet(void);
struct driver;
typedef int dispatch(struct driver *d);
struct driver { dispatch *major[4]; };
static int create(struct driver *d) { return lock(); }
static int close(struct driver *d) { lock(); return unlock(); }
static void entry(struct driver *d) {
  for (int i = 0; i < 4; i++) d->major[i] = create;
  d->major[1] = close;
}

int main(void) {
  struct driver d;
  entry(&d);
  d.major[nondet() & 3](&d);
  lock();
  return 0;
}
