// expect: error unsupported: operands of assembly that depend on effects of others
int *next(void);
int main(void) { int *p = next(); asm("" : "=r"(*p) : "r"(p++)); return 0; }
