// A loop adds as many as a function of its own has found room for; another one takes some away, as
// many as it counts down from.
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
#define CAPACITY 32
struct keyboard {
    unsigned pending;
    unsigned dropped;
    int enabled;
};
static struct keyboard keyboard;
static size_t room(const struct keyboard *k)
{
    return CAPACITY - k->pending;
}
static void interrupt(struct keyboard *k, size_t burst)
{
    size_t i;
    if (!k->enabled)
        return;
    if (burst > room(k)) {
        k->dropped++;
        return;
    }
    for (i = 0; i < burst; i++)
        k->pending++;
    assert(k->pending <= CAPACITY);
}
static void timer(struct keyboard *k)
{
    unsigned n = k->pending < 4 ? k->pending : 4;
    while (n--)
        k->pending--;
}
int main(void)
{
    keyboard.enabled = 1;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            interrupt(&keyboard, (size_t)__VERIFIER_nondet_int());
        else
            timer(&keyboard);
        assert(keyboard.pending <= CAPACITY);
    }
    return 0;
}
