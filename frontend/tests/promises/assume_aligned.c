// promise: assume_aligned
static char x[9];
static void *f(void) __attribute__((assume_aligned(8)));
static void *f(void) { return x + 1; }
int main(void) { return ((unsigned long)f() & 7) != 0; }
