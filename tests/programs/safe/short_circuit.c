/* The right operand is evaluated only if it is needed. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int calls;
static int count(void)
{
    calls++;
    return 1;
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x && count())
        x = 5;
    if (calls == 1 && x != 5)
        reach_error();
    if (calls == 0 && x != 0)
        reach_error();
    return 0;
}
