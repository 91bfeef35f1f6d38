int lock(void);
int unlock(void);
int nondet(void);
void use(int n);

int main(void) {
  lock();
  use(lock());
  return 0;
}
