// options: --inline-limit 0
/* A function that is no copy at its calls: its object, its result, and what it writes through its argument. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int held;
static void acquire(void)
{
    if (held)
        reach_error();
    held = 1;
}
static void release(void)
{
    if (!held)
        reach_error();
    held = 0;
}
static int clip(int *value, int n)
{
    int shown = n, *p = &shown;
    acquire();
    if (__VERIFIER_nondet_int())
        *p = *p - 1;
    if (*value > 3)
        *value = 3;
    release();
    if (shown < n)
        reach_error();
    return shown;
}
int main(void)
{
    int a = __VERIFIER_nondet_int(), b = 5;
    if (a > 1000 || a < 0)
        return 0;
    clip(&a, 7);
    clip(&b, clip(&a, 9));
    if (a > 3 || b > 3)
        reach_error();
    acquire();
    release();
    return 0;
}
