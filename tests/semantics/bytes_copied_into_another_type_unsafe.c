// inputs:
// Copied bytes are the bytes that they were.
#include <string.h>
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct box { unsigned char low[2]; unsigned short *pointer; };

int main(void) {
    struct box box = {{0, 0}, 0};
    unsigned short value = 42, other = 0x301;
    box.pointer = &value;
    memcpy(box.low, &other, 2);
    check(*box.pointer == 42 && box.low[0] == 1);
    check(box.low[1] == 1);
    return 0;
}
