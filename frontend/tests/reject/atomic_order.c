// expect: error unsupported: an effect in an operand of an atomic operation is not supported
static int x, y, *p = &x;
static int next(void) { p = &y; return 1; }
int main(void) { return __sync_fetch_and_add(p, next()); }
