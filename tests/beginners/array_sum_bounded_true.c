#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int a[5], i, s = 0;
    for (i = 0; i < 5; i++) { a[i] = __VERIFIER_nondet_int(); if (a[i] < 0 || a[i] > 10) return 0; }
    for (i = 0; i < 5; i++) s += a[i];
    assert(s >= 0 && s <= 50);
    return 0;
}
