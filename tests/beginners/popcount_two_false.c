#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint() & 0xff;
    unsigned n = x; int c = 0, d = 0;
    while (n) { n &= n - 1; c++; }
    for (n = x; n; n >>= 1) d += n & 1;
    assert(c == d + (x == 77));
    return 0;
}
