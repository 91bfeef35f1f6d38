// inputs:
#include <unistd.h>
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int none = -1;
    char byte;
    check(close(none) == 0 || read(none, &byte, 1) == 1);
    return 0;
}
