// expect: error unsupported: this form of `asm goto`
int main(void) { asm goto("" : : : ); return 0; }
