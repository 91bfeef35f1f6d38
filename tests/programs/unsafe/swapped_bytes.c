// The third byte need not be 0.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned short s = (unsigned short)__VERIFIER_nondet_uint();
    unsigned u = __VERIFIER_nondet_uint() & 0xffffff00;
    if (__builtin_bswap16(__builtin_bswap16(s)) != s)
        reach_error();
    if ((__builtin_bswap32(u) & 0x00ff0000) != 0)
        reach_error();
    return 0;
}
