/* The result equals the argument at the call: the contract relates the two, because the argument is overwritten by the inner call. */
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
    if (count(n) != n)
        reach_error();
    return 0;
}
