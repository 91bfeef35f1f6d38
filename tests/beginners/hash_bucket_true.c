#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
unsigned hash(unsigned x) { x ^= x >> 16; x *= 0x45d9f3bu; x ^= x >> 16; return x; }
int table[16];
int main(void) {
    unsigned k = __VERIFIER_nondet_uint();
    unsigned b = hash(k) % 16;
    assert(b < 16);
    table[b] = 1;
    return 0;
}
