/* Few inputs have these bits: they are decided as bits. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    a ^= b;
    b ^= a;
    a ^= b;
    if ((a ^ b) == 0x12345677 && (a & b) == 8)
        reach_error();
    return 0;
}
