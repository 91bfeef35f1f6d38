#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    int d = 0;
    do { d++; n /= 10; } while (n > 0);
    assert(d >= 1 && d <= 10);
    return 0;
}
