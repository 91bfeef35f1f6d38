// promise: __builtin_assume_aligned
static char x[9];
int main(void) { return ((unsigned long)__builtin_assume_aligned(x + 1, 8) & 7) != 0; }
