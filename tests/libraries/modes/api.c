/* Modes as flags of a variable: what is returned are bits, or a comparison with two of them. */
enum { READ = 1, WRITE = 2, BOTH = READ | WRITE };
static int mode;

void file_open(int how) {
  mode = how & BOTH;
}

int file_may_write(void) {
  return mode & WRITE;
}

int file_may_both(void) {
  return (mode & BOTH) == BOTH;
}

void file_drop_write(void) {
  mode &= ~WRITE;
}
