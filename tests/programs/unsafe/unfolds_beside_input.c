/* What the last round leaves may be another value. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int bits[6], last = 0;
    while (__VERIFIER_nondet_int()) {
        for (int i = 0; i < 6; i++)
            bits[i] = 1 << i;
        last = bits[5];
        assert(bits[3] == 8);
    }
    assert(last == 0 || last == 31);
    return 0;
}
