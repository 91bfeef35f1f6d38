// A reference count, and what is called through a pointer when it is 0: the pointer holds one
// function, so nothing else changes the count.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define container_of(p, t, m) ((t *)((char *)(p) - __builtin_offsetof(t, m)))
struct kref {
    int count;
};
struct obj {
    struct kref ref;
    int id;
    int freed;
};
static void obj_release(struct kref *k)
{
    struct obj *o = container_of(k, struct obj, ref);
    assert(!o->freed);
    o->freed = 1;
}
static void kref_get(struct kref *k)
{
    assert(k->count > 0);
    k->count++;
}
static int kref_put(struct kref *k, void (*release)(struct kref *))
{
    assert(k->count > 0);
    if (--k->count == 0) {
        release(k);
        return 1;
    }
    return 0;
}
int main(void)
{
    struct obj o = {{1}, 5, 0};
    int users = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            if (users < 1000) {
                kref_get(&o.ref);
                users++;
            }
        } else if (users > 0) {
            kref_put(&o.ref, obj_release);
            users--;
        }
    }
    return 0;
}
