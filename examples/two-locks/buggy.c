/* Two locks behind pointers. The code that takes both forgets that they may be one. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct lock {
    int held;
};

static void acquire(struct lock *lock)
{
    if (lock->held)
        reach_error();
    lock->held = 1;
}

static void release(struct lock *lock)
{
    if (!lock->held)
        reach_error();
    lock->held = 0;
}

static void take_both(struct lock *first, struct lock *second)
{
    acquire(first);
    acquire(second);
    if (first != second)
        release(second);
    release(first);
}

int main(void)
{
    struct lock a = { 0 }, b = { 0 };
    struct lock *first = &a, *second = &b;

    if (__VERIFIER_nondet_int())
        first = &b;
    take_both(first, second);
    if (a.held || b.held)
        reach_error();
    return 0;
}
