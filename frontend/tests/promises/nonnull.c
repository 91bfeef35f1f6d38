// promise: nonnull
static int __attribute__((nonnull(1))) f(int *p) { return p == 0; }
int main(void) { return f(0); }
