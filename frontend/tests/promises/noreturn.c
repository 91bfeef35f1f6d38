// promise: noreturn
static void __attribute__((noreturn)) f(void) {}
int main(void) { f(); return 1; }
