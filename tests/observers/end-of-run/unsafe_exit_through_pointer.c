int lock(void);
int unlock(void);
int nondet(void);
void exit(int c);
void abort(void);

int main(void) {
  void (*stop)(int) = exit;
  lock();
  stop(1);
  unlock();
  return 0;
}
