// expect: error unsupported: an effect in an operand of an atomic operation is not supported
static _Atomic int x, *p = &x;
static int f(void) { p = 0; return 1; }
int main(void) { *p += f(); return 0; }
