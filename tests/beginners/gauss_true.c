#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 20) return 0;
    int i, sum = 0;
    for (i = 1; i <= n; i++) sum += i;
    assert(sum == n * (n + 1) / 2);
    return 0;
}
