#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 10) return 0;
    int sum = 0, i = 0;
    while (i < n) { i++; sum = sum + i; }
    assert(sum <= 54 && sum >= n);
    return 0;
}
