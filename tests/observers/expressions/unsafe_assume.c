int lock(void);
int unlock(void);
int nondet(void);
void __VERIFIER_assume(int c);

int main(void) {
  lock();
  __VERIFIER_assume(lock());
  return 0;
}
