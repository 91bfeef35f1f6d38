#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int h[4] = {0}, i, s = 0;
    for (i = 0; i < 6; i++) { unsigned x = __VERIFIER_nondet_uint(); h[x % 4]++; }
    for (i = 0; i < 4; i++) s += h[i];
    assert(s == 5);
    return 0;
}
