// inputs: 0
// What realloc moves may be a pointer.
#include <stdlib.h>
void reach_error(void);
struct word { int all; };
struct other { int b; };
struct d1 { void *v; };
struct d2 { void *u; };
int main(void) {
    static struct word w;
    struct d1 *p = malloc(8);
    if (!p) return 0;
    p->v = &w;
    void *m = realloc(p, 16);
    if (!m) return 0;
    struct d2 *q = m;
    w.all = 5;
    ((struct other *)q->u)->b = 6;
    if (w.all == 6)
        reach_error();
    return 0;
}
