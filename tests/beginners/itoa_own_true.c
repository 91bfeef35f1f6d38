#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 99) return 0;
    char b[3]; int k = 0;
    if (n >= 10) b[k++] = '0' + n / 10;
    b[k++] = '0' + n % 10;
    b[k] = 0;
    for (int i = 0; i < k; i++) assert(b[i] >= '0' && b[i] <= '9');
    return 0;
}
