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
    check(small.quot == -4 && small.rem == 1);
    return 0;
}
