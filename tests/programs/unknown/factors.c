/* True, but not in linear arithmetic. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void)
{
    unsigned long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint();
    if (a > 1 && b > 1 && c > 1 && c < 1000 && a < 1000 && b < 1000 && a * a * a + b * b * b == c * c * c)
        reach_error();
    return 0;
}
