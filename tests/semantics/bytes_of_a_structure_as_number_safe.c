// inputs:
// A structure that is looked at as a number shows its bytes, bit-fields and all.
#include <stdio.h>
#include <string.h>
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct fields { int x : 12, y : 8; };
struct bytes { unsigned char low, high; };

int main(void) {
    struct fields s;
    struct bytes b = {1, 2};
    memset(&s, 0, sizeof s);
    s.x = -1;
    s.y = -1;
    printf("0x%08x\n", *(int *)&s);
    check(s.y == -1 && *(short *)&b == 0x201);
    *(short *)&b = 0x403;
    check(b.low == 3 && b.high == 4);
    check(*(int *)&s == 0xfffff);
    return 0;
}
