// promise: stdcall
static int __attribute__((stdcall)) f(int a) { return a; }
int main(void) { return f(1); }
