/* Swapping without a third variable; what terms share, and what one leaves of the other. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    unsigned x = a, y = b;
    x ^= y;
    y ^= x;
    x ^= y;
    if (x != b || y != a)
        reach_error();
    if ((a & ~a) != 0 || (a | ~a) != ~0u || (a ^ b ^ b) != a)
        reach_error();
    if ((a & b) > a || (a | b) < a)
        reach_error();
    return 0;
}
