#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    char s[6]; int i, j, ok = 1;
    for (i = 0; i < 5; i++) s[i] = __VERIFIER_nondet_int();
    for (i = 0, j = 4; i < j; i++, j--) if (s[i] != s[j]) ok = 0;
    if (ok) assert(s[0] == s[4] && s[1] == s[2]);
    return 0;
}
