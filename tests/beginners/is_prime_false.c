#include <assert.h>
int __VERIFIER_nondet_int(void);
int is_prime(int n) {
    if (n < 2) return 0;
    for (int d = 2; d * d <= n; d++) if (n % d == 0) return 0;
    return 1;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 30) return 0;
    if (is_prime(n) && n != 2) assert(n % 2 == 0);
    return 0;
}
