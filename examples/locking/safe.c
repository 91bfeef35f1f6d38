/* Lock and unlock must alternate. The loop runs again only if the lock was released in its body. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int locked;

static void lock(void)
{
    if (locked)
        reach_error();
    locked = 1;
}

static void unlock(void)
{
    if (!locked)
        reach_error();
    locked = 0;
}

int main(void)
{
    int old, new = __VERIFIER_nondet_int();

    do {
        lock();
        old = new;
        if (__VERIFIER_nondet_int()) {
            unlock();
            new++;
        }
    } while (new != old);
    unlock();
    return 0;
}
