#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned n = x; int c = 0;
    if (x > 15) return 0;
    while (n) { n &= n - 1; c++; }
    assert(c <= 4);
    return 0;
}
