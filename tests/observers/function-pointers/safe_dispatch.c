int lock(void);
int unlock(void);
int nondet(void);
struct driver;
typedef int dispatch(struct driver *d);
struct driver { dispatch *major[2]; };
static int create(struct driver *d) { lock(); return unlock(); }
static int close(struct driver *d) { lock(); return unlock(); }
static void entry(struct driver *d) {
  d->major[0] = create;
  d->major[1] = close;
}

int main(void) {
  struct driver d;
  entry(&d);
  d.major[nondet() & 1](&d);
  lock();
  return 0;
}
