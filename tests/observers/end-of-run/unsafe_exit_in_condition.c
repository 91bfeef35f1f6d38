int lock(void);
int unlock(void);
int nondet(void);
void exit(int c);
void abort(void);

int main(void) {
  lock();
  int n = nondet() && (exit(1), 1);
  unlock();
  return 0;
}
