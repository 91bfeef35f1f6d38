#include <assert.h>
int __VERIFIER_nondet_int(void);
int stack[10]; int sp = 0;
int main(void) {
    int n = __VERIFIER_nondet_int();
    while (n != 0) {
        if (n > 0) { if (sp < 10) stack[sp++] = n; }
        else { if (sp > 0) --sp; }
        assert(sp >= 0 && sp <= 10);
        n = __VERIFIER_nondet_int();
    }
    return 0;
}
