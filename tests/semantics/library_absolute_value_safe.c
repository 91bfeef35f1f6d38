// inputs: -2147483648
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = in();
    if (x != -2147483647 - 1)
        check(abs(x) >= 0);
    return 0;
}
