/* Products of values that are few. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < -10 || x > 10)
        return 0;
    int square = (x + 1) * (x + 1), sum = x * x + 2 * x + 1;
    if (square != sum || square <= 0)
        reach_error();
    return 0;
}
