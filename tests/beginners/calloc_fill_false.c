#include <assert.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 100) return 0;
    int *a = malloc(n * sizeof(int));
    if (a == NULL) return 1;
    unsigned i;
    for (i = 0; i < n; i++) a[i] = 7;
    assert(a[0] == 7);
    assert(a[n - 1] == 8);
    free(a);
    return 0;
}
