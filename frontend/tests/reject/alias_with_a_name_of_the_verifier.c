// expect: error unsupported: a function that the linker knows as `__VERIFIER_assume` is defined
void reach_error(void);
void __VERIFIER_assume(int);
void nothing(int c) { (void)c; }
void other(int) __asm__("__VERIFIER_assume");
void other(int) __attribute__((alias("nothing")));
int main(void) { __VERIFIER_assume(0); reach_error(); return 0; }
