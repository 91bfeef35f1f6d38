int lock(void);
int unlock(void);
int nondet(void);
void reach_error(void);

int main(void) {
  lock();
  if (nondet()) reach_error();
  unlock();
  return 0;
}
