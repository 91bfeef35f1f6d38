// promise: pure
static int n;
static int __attribute__((pure)) f(void) { return ++n; }
int main(void) { return f() + f(); }
