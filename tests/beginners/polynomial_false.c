#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -10 || x > 10) return 0;
    int y = (x + 1) * (x + 1), z = x * x + 2 * x + 1;
    assert(y == z);
    assert(y > 0);
    return 0;
}
