// inputs: 0
// Bytes that are copied into a block from malloc may be a pointer.
#include <stdlib.h>
#include <string.h>
void reach_error(void);
struct word { int all; };
struct bytes { int b; };
struct d1 { void *v; };
struct d2 { void *u; };
// With a list of arguments, memory is not made of bytes.
static int first(int n, ...) {
    __builtin_va_list l;
    __builtin_va_start(l, n);
    int r = __builtin_va_arg(l, int);
    __builtin_va_end(l);
    return r;
}
int main(void) {
    if (first(1, 2) != 2) return 0;

    static struct word w;
    void *m = malloc(8);
    if (!m) return 0;
    struct d1 s = { &w };
    memcpy(m, &s, 8);
    void **q = m;
    w.all = 5;
    ((struct bytes *)*q)->b = 6;
    if (w.all == 6)
        reach_error();
    return 0;
}
