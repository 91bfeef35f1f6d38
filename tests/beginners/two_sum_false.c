#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int a[4] = {1, 4, 6, 9}, t = __VERIFIER_nondet_int(), i = 0, j = 3, f = 0;
    while (i < j) { int s = a[i] + a[j]; if (s == t) { f = 1; break; } if (s < t) i++; else j--; }
    if (f) assert(a[i] + a[j] == t);
    if (t == 10) assert(!f);
    return 0;
}
