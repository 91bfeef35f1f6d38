/* The sum of two bytes is an int: it does not wrap. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void)
{
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c + 1 == 0)
        reach_error();
    return 0;
}
