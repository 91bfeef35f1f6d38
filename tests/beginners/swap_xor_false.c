#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), x = a, y = b;
    x ^= y; y ^= x; x ^= y;
    assert(x == b && y == b);
    return 0;
}
