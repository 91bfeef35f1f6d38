#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x != 0 && (x & (x - 1)) == 0 && x < 16) assert(x == 1 || x == 2 || x == 4 );
    return 0;
}
