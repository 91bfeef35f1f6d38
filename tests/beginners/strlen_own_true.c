#include <assert.h>
int __VERIFIER_nondet_int(void);
int len(const char *s) { int n = 0; while (s[n]) n++; return n; }
int main(void) {
    char b[8];
    int i;
    for (i = 0; i < 7; i++) b[i] = __VERIFIER_nondet_int();
    b[7] = 0;
    int l = len(b);
    assert(l >= 0 && l <= 7);
    return 0;
}
