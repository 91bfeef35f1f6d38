// inputs:
// A block of a computed size, up to 16.
#include <string.h>
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    const char from[12] = "testing!";
    char to[12] = "Heloooo!abc";
    memcpy(to, from, strlen(from) + 1);
    check(to[0] == 't' && to[7] == '!' && to[8] == 0 && to[9] == 'b');
    memcpy(to, from, strlen(from) + 3);
    check(to[10] == 0 || to[10] == 'c');
    return 0;
}
