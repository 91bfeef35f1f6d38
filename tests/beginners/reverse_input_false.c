#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    char s[5], r[5];
    int i;
    for (i = 0; i < 4; i++) s[i] = (char)__VERIFIER_nondet_int();
    s[4] = 0;
    for (i = 0; i < 4; i++) r[i] = s[3 - i];
    r[4] = 0;
    assert(r[0] == s[0]);
    return 0;
}
