int lock(void);
int unlock(void);
int nondet(void);
void errx(int, const char *, ...);
static void (*const fail)(int, const char *, ...) = errx;

int main(void) {
  lock();
  if (nondet()) fail(0, "x");
  unlock();
  return 0;
}
