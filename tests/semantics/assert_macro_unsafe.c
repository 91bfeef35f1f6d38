// inputs: 0
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }

#include <assert.h>
int main(void) {
    int x = in();
    if (x > 0)
        assert(x >= 2);
    else if (x == 0)
        assert(x);
    return 0;
}
