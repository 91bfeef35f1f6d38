// promise: noreturn
// Only the program says so of `putchar`.
__attribute__((noreturn)) int putchar(int);
int main(void) { putchar('x'); }
