// inputs:
#include <stdarg.h>
#include <stdio.h>
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* A library function writes where an argument in its list points to (7.21.6.14). */
static int scan(const char *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vsscanf(text, format, list);
    va_end(list);
    return count;
}
int main(void) {
    int x = 1, y = 1;
    scan("5", "%d", &x);
    check(y == 1);
    return 0;
}
