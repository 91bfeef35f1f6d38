#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint() & 15;
    unsigned g = x ^ (x >> 1), b = g;
    b ^= b >> 1; b ^= b >> 2;
    assert(b == x + (x == 9));
    return 0;
}
