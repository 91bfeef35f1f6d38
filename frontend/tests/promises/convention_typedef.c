// promise: regparm
typedef int (*callee)(int) __attribute__((regparm(3)));
static int f(int a) { return a; }
int main(void) { return ((callee)f)(1); }
