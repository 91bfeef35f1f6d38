// A device whose interrupts are counted under a lock.
struct lock {
  int owner;
};
extern void lock(struct lock *l);
extern void unlock(struct lock *l);
extern int input(void);

static struct lock guard;
static int pending, errors;

static void wait_for_device(void) { errors = 0; }

static void count(int n) { pending = pending + n; }

static void drain(void) {
  while (pending > 0)
    count(-1);
}

static int add(int n) {
  lock(&guard);
  if (n < 0) {
    errors = errors + 1;
    unlock(&guard);
    return -1;
  }
  count(n);
  unlock(&guard);
  return 0;
}

int main(void) {
  pending = 0;
  wait_for_device();
  for (int round = 0; round < 3; round++)
    if (add(input()) < 0)
      wait_for_device();
  lock(&guard);
  if (pending > 100)
    drain();
  unlock(&guard);
  return 0;
}
