#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 20) return 0;
    int a = 0, b = 1, i;
    for (i = 0; i < n; i++) { int t = a + b; a = b; b = t; }
    assert(a >= 0 && a <= 6765);
    return 0;
}
