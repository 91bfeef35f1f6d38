// promise: noreturn
static _Noreturn void f(void) {}
int main(void) { f(); return 1; }
