// inputs:
#include <stdarg.h>
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* A list of variable arguments is more than a pointer. */
static int last(int count, ...) {
    va_list list;
    unsigned char *bytes = (unsigned char *)&list;
    int any = 0;
    for (unsigned i = 0; i < sizeof list; i++)
        bytes[i] = 0;
    va_start(list, count);
    for (unsigned i = sizeof list / 3; i < sizeof list; i++)
        any |= bytes[i];
    va_end(list);
    return any;
}
int main(void) {
    check(last(1, 2, 3) == 0);
    return 0;
}
