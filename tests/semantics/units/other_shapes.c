// What is compatible with types of another file that has them in other blocks, in another order, or
// does not complete them.
#include <stdarg.h>
typedef struct { int v; long long w; } only;
typedef union { short h; only *p; } either;
void by_union(either *e) {
    e->p->v = 9;
}
struct base { int id; };
struct derived { struct base b; short v; };
void by_base(struct base *b) {
    ((struct derived *)b)->v = 9;
}
struct scalar { int id; short v; };
void by_scalar(int *p) {
    ((struct scalar *)p)->v = 9;
}
typedef void (*any)(void);
int by_function(any f) {
    only own = {1};
    ((void (*)(only *))f)(&own);
    return own.v;
}
int by_list(int n, ...) {
    va_list list;
    va_start(list, n);
    void (*f)(only *) = va_arg(list, void (*)(only *));
    va_end(list);
    only own = {1};
    f(&own);
    return own.v;
}
