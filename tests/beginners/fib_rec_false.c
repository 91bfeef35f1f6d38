#include <assert.h>
int __VERIFIER_nondet_int(void);
int fib(int n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); }
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 8) return 0;
    assert(fib(n) >= n);
    return 0;
}
