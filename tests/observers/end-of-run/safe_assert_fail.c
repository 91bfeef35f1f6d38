int lock(void);
int unlock(void);
int nondet(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));

int main(void) {
  lock();
  if (nondet()) __assert_fail("", "", 1, "");
  unlock();
  return 0;
}
