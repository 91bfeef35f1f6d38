#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
unsigned rotl(unsigned x, int k) { return (x << k) | (x >> (32 - k)); }
int main(void) { unsigned x = __VERIFIER_nondet_uint(); assert(rotl(rotl(x, 8), 23) == x); return 0; }
