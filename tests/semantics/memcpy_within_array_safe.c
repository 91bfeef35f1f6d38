// inputs:
#include <string.h>
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* gcc's memcpy of few bytes reads all of them first. */
unsigned char bytes[16];
int main(void) {
    bytes[1] = 1;
    bytes[4] = 4;
    memcpy(bytes + 3, bytes, 5);
    check(bytes[7] == 4);
    return 0;
}
