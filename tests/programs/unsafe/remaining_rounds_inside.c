// There is room for one less than what is tested.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned used;
static void fill(unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        assert(used < 63);
        used++;
    }
}
int main(void) {
    while (__VERIFIER_nondet_uint()) {
        unsigned n = __VERIFIER_nondet_uint();
        if (n <= 64 - used) fill(n);
        if (__VERIFIER_nondet_uint() && used > 8) used -= 8;
    }
    return 0;
}
