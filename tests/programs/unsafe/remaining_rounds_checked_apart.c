// As remaining_rounds_checked_apart.c, but what is taken away may be more than there is.
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
    unsigned n = k->pending < 4 ? 4 : k->pending;
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
