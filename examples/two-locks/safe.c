/* Two locks behind pointers. Whether the pointers are equal is not known; the code that takes both asks first. */
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
    if (first != second)
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
