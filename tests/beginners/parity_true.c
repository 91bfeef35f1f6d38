#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint() & 0xff, y = x; int p = 0;
    while (y) { p ^= y & 1; y >>= 1; }
    assert(p == 0 || p == 1);
    return 0;
}
