// expect: error unsupported: operands of assembly that depend on effects of others
int *next(void);
int main(void) { int x; asm("" : "=r"(*next()), "=r"(*next()), "=r"(x)); return 0; }
