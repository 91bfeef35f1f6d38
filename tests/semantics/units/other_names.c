// Structures without tags, compatible with such of another file that come in another order.
#include <stdarg.h>
typedef struct { int x; } only;
typedef struct { only *p; } holder;
void *handed;
void by_parameter(holder *h) {
    h->p->x = 5;
}
void by_name(void) {
    holder *h = handed;
    h->p->x = 5;
}
void by_list(int n, ...) {
    va_list list;
    va_start(list, n);
    only *o = va_arg(list, only *);
    va_end(list);
    o->x = 5;
}
