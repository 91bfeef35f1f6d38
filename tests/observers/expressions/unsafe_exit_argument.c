int lock(void);
int unlock(void);
int nondet(void);
void exit(int c);

int main(void) {
  lock();
  exit(lock());
  return 0;
}
