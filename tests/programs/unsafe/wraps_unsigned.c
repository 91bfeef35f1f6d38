/* In unbounded integers c + 1 is never 0; in C it is. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void)
{
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned char d = c + 1;
    if (d == 0)
        reach_error();
    return 0;
}
