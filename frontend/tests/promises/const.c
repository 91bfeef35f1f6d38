// promise: const
static int n;
static int __attribute__((const)) f(void) { return ++n; }
int main(void) { return f() + f(); }
