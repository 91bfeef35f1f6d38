// promise: returns_nonnull
// Only the program says so of `malloc`.
void *malloc(unsigned long) __attribute__((returns_nonnull));
int main(void) { return malloc(-1ul) == 0; }
