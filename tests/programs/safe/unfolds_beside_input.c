/* One loop runs on certain values, one on input: the first is unfolded inside of the other. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int parts[6], last = 0;
    while (__VERIFIER_nondet_int()) {
        for (int i = 0; i < 6; i++)
            parts[i] = 7 * i;
        last = parts[5];
        assert(parts[3] == 21);
    }
    assert(last == 0 || last == 35);
    return 0;
}
