#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned s = __VERIFIER_nondet_uint();
    if (s >= 86400) return 0;
    unsigned h = s / 3600, m = s % 3600 / 60, r = s % 60;
    assert(h < 24 && m < 60 && r < 60);
    assert(h * 3600 + m * 60 + r == s);
    return 0;
}
