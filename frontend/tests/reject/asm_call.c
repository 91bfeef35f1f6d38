// expect: error unsupported: `asm` is not understood
int main(void) { asm("nop"); return 0; }
