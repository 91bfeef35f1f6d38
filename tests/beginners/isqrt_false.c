#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), r = 0;
    if (n < 0 || n > 100) return 0;
    while ((r + 1) * (r + 1) <= n) r++;
    assert(r * r <= n && (r + 1) * (r + 1) > n + 1);
    return 0;
}
