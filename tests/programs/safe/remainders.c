/* A remainder is nearer to 0 than the divisor, and has the sign of the dividend. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int x = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    if (n != 0 && n % n != 0)
        reach_error();
    if (n > 0 && x >= 0 && (x % n < 0 || x % n >= n))
        reach_error();
    if (n < 0 && (x % n <= n || x % n >= -(long long)n))
        reach_error();
    if (x > 0 && x % -5 < 0)
        reach_error();
    if (x / -4 * -4 + x % -4 != x)
        reach_error();
    return 0;
}
