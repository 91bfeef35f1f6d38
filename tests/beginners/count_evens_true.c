#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), c = 0;
    if (n < 0 || n > 50) return 0;
    for (int i = 0; i < n; i++) if (i % 2 == 0) c++;
    assert(c == (n + 1) / 2);
    return 0;
}
