#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int secret = __VERIFIER_nondet_int(), lo = 0, hi = 31, n = 0;
    if (secret < 0 || secret > 31) return 0;
    while (lo < hi) { int mid = (lo + hi) / 2; n++; if (secret <= mid) hi = mid; else lo = mid + 1; }
    assert(lo == secret);
    assert(n < 5);
    return 0;
}
