#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int a[6], i, x = __VERIFIER_nondet_int(), found = -1;
    for (i = 0; i < 6; i++) a[i] = __VERIFIER_nondet_int();
    for (i = 0; i < 6; i++) if (a[i] == x) { found = i; break; }
    if (found >= 0) assert(a[found] == x); else assert(a[5] != x);
    return 0;
}
