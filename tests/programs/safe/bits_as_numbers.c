/* Masks, shifts and remainders say the same in different words. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void)
{
    unsigned u = __VERIFIER_nondet_uint();
    int i = __VERIFIER_nondet_int();
    unsigned high = u & 0xff00, low = u & 0xff;
    if ((u & 7) != u % 8 || (u >> 4 << 4) != (u & ~15u))
        reach_error();
    if (((high >> 8) | (low << 8)) != low * 256 + high / 256)
        reach_error();
    if (i % 8 == 3 && (i & 7) != 3)
        reach_error();
    u |= 4;
    if (!(u & 4) || (u & ~4u) & 4)
        reach_error();
    if ((unsigned char)i != (i & 255))
        reach_error();
    return 0;
}
