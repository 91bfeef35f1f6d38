// promise: restrict
static int f(int *restrict p, int *restrict q) { *p = 1; *q = 2; return *p; }
int main(void) { int x; return f(&x, &x); }
