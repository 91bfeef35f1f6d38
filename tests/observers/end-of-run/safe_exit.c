int lock(void);
int unlock(void);
int nondet(void);
void exit(int c);
void abort(void);
static void stop(void) { unlock(); exit(1); }
static void work(void) { if (nondet()) stop(); }

int main(void) {
  lock();
  work();
  unlock();
  return 0;
}
