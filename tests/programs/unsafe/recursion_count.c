/* A count of three, which is wrong for one input. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int count(int n)
{
    if (n <= 0)
        return 0;
    return 1 + count(n - 1);
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 100)
        return 0;
    if (count(n) == 3)
        reach_error();
    return 0;
}
