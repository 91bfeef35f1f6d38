// inputs:
#include <stdarg.h>
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* An argument that is passed as a pointer to void may be read as one to characters (7.16.1.1p2). */
static int x;
static void set(int n, ...) {
    va_list list;
    va_start(list, n);
    char *p = va_arg(list, char *);
    va_end(list);
    *p = 7;
}
int main(void) {
    int y = 1;
    x = 1;
    set(1, (void *)&x);
    check(y == 1);
    return 0;
}
