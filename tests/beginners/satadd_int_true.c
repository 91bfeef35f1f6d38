#include <assert.h>
int __VERIFIER_nondet_int(void);
#include <limits.h>
int sat(int a, int b) {
    if (b > 0 && a > INT_MAX - b) return INT_MAX;
    if (b < 0 && a < INT_MIN - b) return INT_MIN;
    return a + b;
}
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int s = sat(a, b);
    if (b >= 0) assert(s >= a); else assert(s < a || s == INT_MIN);
    return 0;
}
