int lock(void);
int unlock(void);
int nondet(void);
extern void quit(void) __asm__("die") __attribute__((noreturn));
void die(void);

int main(void) {
  lock();
  if (nondet()) die();
  unlock();
  return 0;
}
