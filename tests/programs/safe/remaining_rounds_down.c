// The rounds are counted down, two of what is counted in each.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned total = 0, n = __VERIFIER_nondet_uint(), room = __VERIFIER_nondet_uint();
    if (room > 1000 || n > room / 2) return 0;
    while (n > 0) {
        assert(total + 2 <= room);
        total += 2;
        n--;
    }
    assert(total <= room);
    return 0;
}
