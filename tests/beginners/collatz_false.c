#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), steps = 0;
    if (n < 1 || n > 10) return 0;
    while (n != 1) { n = n % 2 ? 3 * n + 1 : n / 2; steps++; }
    assert(steps <= 18);
    return 0;
}
