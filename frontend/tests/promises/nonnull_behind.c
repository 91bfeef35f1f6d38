// promise: nonnull
static int f(int *p) __attribute__((__nonnull__));
static int f(int *p) { return p == 0; }
int main(void) { return f(0); }
