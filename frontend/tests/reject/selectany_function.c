// expect: error unsupported: the attribute `selectany` is not supported on a function
__attribute__((selectany)) static int f(void) { return 1; }
int main(void) { return f(); }
