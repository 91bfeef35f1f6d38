int lock(void);
int unlock(void);
int nondet(void);
void exit(int c);
void abort(void);
static void work(int n) { for (int i = 0; i < 2; i++) if (nondet()) exit(lock()); }

int main(void) {
  lock();
  work(0);
  unlock();
  return 0;
}
