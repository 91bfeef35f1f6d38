// promise: const
__attribute__((const)) int other(void);
static int calls;
static __attribute__((copy(other))) int f(void) { return ++calls; }
int main(void) { return f() + f(); }
