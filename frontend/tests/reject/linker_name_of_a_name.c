// expect: error unsupported: the linker's name of `a` is that of a function which has another one itself
int a(void) __asm__("b");
int b(void) __asm__("c");
int c(void) { return 1; }
int main(void) { return a() + b(); }
