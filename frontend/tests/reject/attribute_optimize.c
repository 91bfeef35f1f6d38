// expect: error unsupported: the attribute `optimize`
static int __attribute__((optimize("no-wrapv"))) f(int x) { return x + 1 > x; }
int main(void) { return f(1); }
