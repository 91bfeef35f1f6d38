/* Flags set and tested by masks. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void)
{
    unsigned flags = __VERIFIER_nondet_uint();
    unsigned low = flags & 15;
    if (low > 15)
        reach_error();
    return 0;
}
