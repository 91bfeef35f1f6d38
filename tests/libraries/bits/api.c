/* A lock as a bit of a variable. */
static unsigned long word;

void lock_init(void) {
  word = 0;
}

int lock_try(void) {
  unsigned long old = word;
  word |= 1;
  return (old & 1) == 0;
}

void lock_release(void) {
  word &= ~1ul;
}

int lock_held(void) {
  return (word & 1) != 0;
}
