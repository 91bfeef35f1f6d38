#include <assert.h>
int __VERIFIER_nondet_int(void);
int med(int a, int b, int c) { if (a > b) { int t = a; a = b; b = t; } if (b > c) b = c; return a > b ? a : b; }
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    int m = med(a, b, c);
    assert(m == a || m == b || m == c);
    assert((m >= a) + (m >= b) + (m >= c) >= 3);
    return 0;
}
