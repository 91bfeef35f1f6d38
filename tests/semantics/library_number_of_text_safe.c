// inputs:
#include <stdlib.h>
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    char text[] = " -0x1fg";
    char *end;
    long value = strtol(text, &end, 16);
    check(value == -31 && *end == 'g' && strtoul("-1", 0, 10) == (unsigned long)-1 && atoi("12x") == 12);
    return 0;
}
