// inputs: 0
// An array in a block from malloc may be two structures.
#include <stdlib.h>
void reach_error(void);
struct pkt { long len; long data[2]; };
struct hdr { int x; };
struct other { int y; };
int main(void) {
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
