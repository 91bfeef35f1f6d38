// options: --inline-limit 0
/* `look` is called at two places and calls its caller: it is recursive, and each activation has an object of its own. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void walk(int n);
static void look(int n)
{
    int mine = n, *p = &mine;
    if (n > 0)
        walk(n - 1);
    if (n > 1 && n > 2 && *p > 2)
        reach_error();
    if (n > 3 && *p < 0)
        reach_error();
}
static void walk(int n)
{
    if (__VERIFIER_nondet_int())
        look(n);
    else
        look(n);
}
int main(void)
{
    walk(2);
    return 0;
}
