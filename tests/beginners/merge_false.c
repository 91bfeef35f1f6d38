#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int a[2], b[2], c[4], i = 0, j = 0, k = 0;
    a[0] = __VERIFIER_nondet_int(); a[1] = __VERIFIER_nondet_int();
    b[0] = __VERIFIER_nondet_int(); b[1] = __VERIFIER_nondet_int();
    if (a[0] > a[1] || b[0] > b[1]) return 0;
    while (i < 2 && j < 2) c[k++] = a[i] <= b[j] ? a[i++] : b[j++];
    while (i < 2) c[k++] = a[i++];
    while (j < 2) c[k++] = b[j++];
    assert(k == 4);
    for (k = 0; k < 3; k++) assert(c[k] < c[k + 1]);
    return 0;
}
