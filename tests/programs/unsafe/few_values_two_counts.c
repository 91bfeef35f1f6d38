/* Two ways to count bits agree. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint() & 31;
    unsigned n;
    int one = 0, other = 0;
    for (n = x; n; n &= n - 1)
        one++;
    for (n = x; n; n >>= 1)
        other += n & 1;
    if (one != other + (x == 21))
        reach_error();
    return 0;
}
