/* Two ways to write the same function of bits, on signed, unsigned, short and single bits. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if ((a | b) != ((a & ~b) + b) || (~a & ~b) != ~(a | b))
        reach_error();
    if ((a ^ b) != ((a | b) & ~(a & b)) || ((a & b) | (a & ~b)) != a)
        reach_error();
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    unsigned z = __VERIFIER_nondet_uint();
    if ((~(x ^ y) | (x | y)) != ~0u || ((x | y) & z) != ((z & x) | (y & z)))
        reach_error();
    unsigned short s = (unsigned short)x, t = (unsigned short)y;
    if (((s & ~t) | (s ^ t)) != (s ^ t))
        reach_error();
    _Bool p = a, q = b;
    if (((p ^ ~q) | (p & q)) != (p ^ ~q))
        reach_error();
    return 0;
}
