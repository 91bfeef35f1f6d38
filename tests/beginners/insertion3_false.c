#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int a[3], i, j;
    for (i = 0; i < 3; i++) a[i] = __VERIFIER_nondet_int();
    for (i = 1; i < 3; i++) {
        int key = a[i];
        for (j = i - 1; j >= 0 && a[j] > key; j--) a[j + 1] = a[j];
        a[j + 1] = key;
    }
    assert(a[0] <= a[1] && a[1] < a[2]);
    return 0;
}
