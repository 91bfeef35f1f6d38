int lock(void);
int unlock(void);
int nondet(void);
void siglongjmp(long *, int);
static long where[32];

int main(void) {
  lock();
  if (nondet()) siglongjmp(where, 1);
  unlock();
  return 0;
}
