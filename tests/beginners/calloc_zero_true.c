#include <assert.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 1000) return 0;
    int *a = calloc(n, sizeof(int));
    if (a == NULL) return 1;
    unsigned i; int sum = 0;
    for (i = 0; i < n; i++) sum += a[i];
    assert(sum == 0);
    free(a);
    return 0;
}
