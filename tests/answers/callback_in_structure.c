// A callback is called through a pointer that a structure holds; what its condition says of `p` is
// said of the one port that there is.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct port {
    unsigned count;
    int open;
    int stopped;
    void (*notify)(struct port *);
};
static int notified;
static void count(struct port *p) {
    assert(p->open);
    notified += 1;
    if (notified > 3) notified = 0;
}
static int put(struct port *p, unsigned n) {
    if (!p->open || n > 16 - p->count) return -1;
    p->count += n;
    assert(p->count <= 16);
    return (int)n;
}
static int get(struct port *p) {
    if (!p->open || p->stopped || p->count == 0) return -1;
    p->count--;
    if (p->notify) p->notify(p);
    return 0;
}
int main(void) {
    struct port p;
    p.count = 0;
    p.stopped = 0;
    p.notify = count;
    p.open = 1;
    while (__VERIFIER_nondet_int()) {
        switch (__VERIFIER_nondet_int()) {
        case 0: put(&p, 5); break;
        case 1: get(&p); break;
        case 2: p.stopped = !p.stopped; break;
        }
    }
    assert(notified <= 3);
    return 0;
}
