#include <assert.h>
int __VERIFIER_nondet_int(void);
struct account { int balance; };
int withdraw(struct account *a, int x) { if (x < 0 || x > a->balance) return -1; a->balance -= x; return 0; }
int deposit(struct account *a, int x) { if (x < 0 || x > 1000) return -1; if (a->balance > 100000) return -1; a->balance += x; return 0; }
int main(void) {
    struct account a = {100};
    for (int i = 0; i < 10; i++) {
        int x = __VERIFIER_nondet_int();
        if (__VERIFIER_nondet_int()) withdraw(&a, x); else deposit(&a, x);
        assert(a.balance > 0);
    }
    return 0;
}
