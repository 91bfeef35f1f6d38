// inputs: 0
// So may one without a length.
#include <stdlib.h>
void reach_error(void);
struct pkt { long len; char data[]; };
struct hdr { int x; };
struct other { int y; };
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
    struct pkt *p = malloc(64);
    if (!p) return 0;
    void *v = p->data;
    struct hdr *h = v;
    struct other *o = v;
    h->x = 5;
    o->y = 6;
    if (h->x == 6)
        reach_error();
    return 0;
}
