// inputs:
#include <stdlib.h>
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    long long value = strtoll("-9223372036854775809", 0, 10);
    check(value < 0 && value == -9223372036854775807LL - 1);
    return 0;
}
