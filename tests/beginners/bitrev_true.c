#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned char rev(unsigned char b) {
    unsigned char r = 0;
    for (int i = 0; i < 8; i++) { r = (unsigned char)((r << 1) | (b & 1)); b >>= 1; }
    return r;
}
int main(void) {
    unsigned char x = (unsigned char)__VERIFIER_nondet_int();
    assert(rev(rev(x)) == x);
    return 0;
}
