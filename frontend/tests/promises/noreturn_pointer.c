// promise: noreturn
static void g(void) {}
static void (*f)(void) __attribute__((noreturn)) = g;
int main(void) { f(); return 1; }
