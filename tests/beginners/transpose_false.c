#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int a[3][3], t[3][3], i, j;
    for (i = 0; i < 3; i++) for (j = 0; j < 3; j++) a[i][j] = __VERIFIER_nondet_int();
    for (i = 0; i < 3; i++) for (j = 0; j < 3; j++) t[j][i] = a[i][j];
    for (i = 0; i < 3; i++) for (j = 0; j < 3; j++) assert(t[i][j] == a[i][j]);
    return 0;
}
