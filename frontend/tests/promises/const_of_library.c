// promise: const
// Only the program says so of `malloc`: two calls may yield one block.
void *malloc(unsigned long) __attribute__((const));
int main(void) { return malloc(1) == malloc(1); }
