// expect: error unsupported: this form of `asm goto`
/* The statement is put into braces, and what its operands declare is known behind it. */
enum { K = 1 };
int main(void) {
    int a = 0;
    __asm__ goto("" : : "r"((enum { K = 2 })0) : : l);
    a = K;
l:
    return a;
}
