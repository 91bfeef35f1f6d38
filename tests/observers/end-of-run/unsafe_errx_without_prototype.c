int lock(void);
int unlock(void);
int nondet(void);
void errx();

int main(void) {
  lock();
  if (nondet()) errx(0, "x");
  unlock();
  return 0;
}
