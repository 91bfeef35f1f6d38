// promise: restrict
static int f(int p[restrict], int *q) { p[0] = 1; *q = 2; return p[0]; }
int main(void) { int x; return f(&x, &x); }
