#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned char sat(unsigned char a, unsigned char b) {
    unsigned s = a + b;
    return s > 255 ? 255 : s;
}
int main(void) {
    unsigned char a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    unsigned char c = sat(a, b);
    assert(c >= a && c >= b);
    return 0;
}
