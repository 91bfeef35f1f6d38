// expect: error unsupported: this name for the linker is not supported
int f(void) __asm__("*g");
int main(void) { return f(); }
