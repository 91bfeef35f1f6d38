// inputs:
#include <stdlib.h>
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    div_t small = div(-7, 2);
    lldiv_t large = lldiv(9000000000LL, -4);
    check(small.quot == -3 && small.rem == -1 && large.quot == -2250000000LL && large.rem == 0);
    return 0;
}
