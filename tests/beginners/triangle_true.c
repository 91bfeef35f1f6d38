#include <assert.h>
int __VERIFIER_nondet_int(void);
int kind(int a, int b, int c) { if (a == b && b == c) return 3; if (a == b || b == c || a == c) return 2; return 1; }
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    int k = kind(a, b, c);
    if (k == 3) assert(a == c);
    if (k == 1) assert(a != b);
    return 0;
}
