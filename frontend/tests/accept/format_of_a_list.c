// What a list's format may write is not seen.
#include <stdarg.h>
int vprintf(const char *format, va_list list);
static void show(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}
int main(void) {
    int x = 1;
    show("%d", x);
    return x;
}
