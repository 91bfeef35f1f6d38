/* Two ways to write a function of bits, one of them wrong. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if ((a | b) != ((a & ~b) + b) || (~a & ~b) != ~(a | b))
        reach_error();
    if ((a ^ b) != ((a | b) & ~(a | b)) || ((a & b) | (a & ~b)) != a)
        reach_error();
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    unsigned z = __VERIFIER_nondet_uint();
    if ((~(x ^ y) | (x | y)) != ~0u || ((x | y) & z) != ((z & x) | (y & z)))
        reach_error();
    unsigned short s = __VERIFIER_nondet_ushort(), t = __VERIFIER_nondet_ushort();
    if (((s & ~t) | (s ^ t)) != (s ^ t))
        reach_error();
    _Bool p = __VERIFIER_nondet_bool(), q = __VERIFIER_nondet_bool();
    if (((p ^ ~q) | (p & q)) != (p ^ ~q))
        reach_error();
    return 0;
}
