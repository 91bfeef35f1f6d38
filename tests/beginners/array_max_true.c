#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int a[5], i, m;
    for (i = 0; i < 5; i++) a[i] = __VERIFIER_nondet_int();
    m = a[0];
    for (i = 1; i < 5; i++) if (a[i] > m) m = a[i];
    for (i = 0; i < 5; i++) assert(a[i] <= m);
    return 0;
}
