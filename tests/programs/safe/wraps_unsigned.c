/* Unsigned arithmetic wraps: no other byte follows 255. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void)
{
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned char d = c + 1;
    if (d == 0 && c != 255)
        reach_error();
    return 0;
}
