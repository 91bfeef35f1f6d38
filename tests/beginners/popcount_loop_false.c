#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x > 255) return 0;
    int c = 0;
    for (int i = 0; i < 8; i++) if (x & (1u << i)) c++;
    assert(c >= 0 && c <= 7);
    return 0;
}
