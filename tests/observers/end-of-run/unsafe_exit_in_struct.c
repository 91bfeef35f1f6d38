int lock(void);
int unlock(void);
int nondet(void);
void exit(int c);
void abort(void);
struct ops { void (*stop)(int c); };

int main(void) {
  struct ops o = { exit };
  lock();
  if (nondet()) o.stop(1);
  unlock();
  return 0;
}
