#include <assert.h>
int __VERIFIER_nondet_int(void);
int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 10) return 0;
    int f = fact(n);
    assert(f >= n + 1);
    assert(f >= 1);
    return 0;
}
