// inputs:
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

#include <stdlib.h>
int main(void) {
    void (*leave)(int) = exit;
    if (1)
        leave(0);
    reach_error();
    return 0;
}
