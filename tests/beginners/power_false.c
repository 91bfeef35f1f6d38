#include <assert.h>
int __VERIFIER_nondet_int(void);
int power(int b, int e) { int r = 1; while (e-- > 0) r *= b; return r; }
int main(void) {
    int e = __VERIFIER_nondet_int();
    if (e < 0 || e > 10) return 0;
    assert(power(2, e) == 1 << (e + 1));
    return 0;
}
