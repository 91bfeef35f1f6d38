// promise: returns_nonnull
static void *__attribute__((returns_nonnull)) f(void) { return 0; }
int main(void) { return f() == 0; }
