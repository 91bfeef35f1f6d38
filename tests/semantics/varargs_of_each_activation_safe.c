// inputs:
#include <stdarg.h>
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* Each activation has its own variable arguments (6.2.4p6, 7.16). */
static int outer(int n);
static int inner(int n, ...) {
    va_list list;
    int kept = n;
    va_start(list, n);
    if (n > 0)
        outer(n - 1);
    int read = va_arg(list, int);
    va_end(list);
    return n == kept ? read : -1;
}
static int outer(int n) { return inner(n, 10 + n); }
int main(void) {
    int n = 1;
    int read = outer(n);
    check(n == 1);
    return 0;
}
