int lock(void);
int unlock(void);
int nondet(void);
void errx(int, const char *, ...);

int main(void) {
  lock();
  if (nondet()) unlock(), errx(0, "x"), lock();
  unlock();
  return 0;
}
