// inputs:
// after: units/pruned.c
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

#include "units/pruned.h"
// Functions of headers that are reached by what is no plain use of their name.
typedef int function(int *);
function *get(void);
int other_name(int) __attribute__((alias("aliased")));
int main(void) {
    int one = 1;
    int (*p)(int) = other_name;
    check(get()(&one) + old(1) * 10 + p(1) * 100 == 432);
    return 0;
}
