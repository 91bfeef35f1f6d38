// expect: error unsupported: `asm goto` in the scope of a variable with a clean-up function is not supported
static void note(int *p) { *p = 0; }
int main(void) { { int x __attribute__((cleanup(note))) = 1; asm goto("jmp %l0" : : : : out); } out: return 0; }
