// In each round, what was counted and the rounds that remain are at most what there is room for.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define SIZE 16
struct port {
    unsigned count;
    int open;
};
static int put(struct port *p, unsigned n) {
    if (n > SIZE - p->count) return -1;
    for (unsigned i = 0; i < n; i++) p->count++;
    assert(p->count <= SIZE);
    return (int)n;
}
static int get(struct port *p) {
    if (p->count == 0) return -1;
    p->count--;
    return 0;
}
int main(void) {
    struct port p;
    p.count = 0;
    p.open = 1;
    while (__VERIFIER_nondet_int()) {
        switch (__VERIFIER_nondet_int()) {
        case 0: put(&p, (unsigned)__VERIFIER_nondet_int()); break;
        case 1: get(&p); break;
        }
    }
    return 0;
}
