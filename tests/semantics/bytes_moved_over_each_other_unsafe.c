// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

#include <string.h>
int main(void) {
    unsigned a[2] = {0x04030201, 0x08070605};
    char *c = (char *)a;
    memmove(c + 1, c, 4);
    check(a[0] == 0x01010101);
    return 0;
}
