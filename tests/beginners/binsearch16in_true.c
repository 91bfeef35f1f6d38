#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int a[16], i;
    for (i = 0; i < 16; i++) a[i] = 2 * i;
    int key = __VERIFIER_nondet_int();
    int lo = 0, hi = 16;
    while (lo < hi) {
        int mid = lo + (hi - lo) / 2;
        assert(mid >= 0 && mid < 16);
        if (a[mid] < key) lo = mid + 1; else hi = mid;
    }
    assert(lo >= 0 && lo <= 16);
    return 0;
}
