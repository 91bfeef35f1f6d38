#include <assert.h>
int __VERIFIER_nondet_int(void);
int gcd(int a, int b) { while (b != 0) { int t = a % b; a = b; b = t; } return a; }
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a < 1 || a > 8 || b < 1 || b > 8) return 0;
    int g = gcd(a, b);
    assert(g >= 1);
    assert(a % g == 0 && b % g == 0);
    assert(g <= a);
    return 0;
}
