#include <assert.h>
int __VERIFIER_nondet_int(void);
int digits(int n) { int c = 0; do { c++; n /= 10; } while (n != 0); return c; }
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 999) return 0;
    int d = digits(n);
    assert(d >= 1 && d <= 2);
    return 0;
}
