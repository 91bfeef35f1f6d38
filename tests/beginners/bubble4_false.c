#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int a[4], i, j;
    for (i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_int();
    for (i = 0; i < 3; i++)
        for (j = 0; j < 2 - i; j++)
            if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
    for (i = 0; i < 3; i++) assert(a[i] <= a[i + 1]);
    return 0;
}
