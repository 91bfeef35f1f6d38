// inputs:
// after: units/inline.c
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

#include "units/inline.h"
int through(int);
int main(void) {
    check(shared(1) + through(1) * 10 + copied(1) * 100 == 323);
    return 0;
}
