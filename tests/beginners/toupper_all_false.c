#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    char s[6]; int i;
    for (i = 0; i < 5; i++) s[i] = __VERIFIER_nondet_int();
    s[5] = 0;
    for (i = 0; s[i]; i++) if (s[i] >= 'a' && s[i] <= 'z') s[i] -= 32;
    for (i = 0; s[i]; i++) assert(!(s[i] >= 'a' && s[i] <= '{'));
    return 0;
}
