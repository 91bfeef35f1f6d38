// options: --arch ilp32
/* On this ABI long has 32 bits. */
extern void reach_error(void);
extern long __VERIFIER_nondet_long(void);
int main(void)
{
    long x = __VERIFIER_nondet_long();
    if (x > 2147483647L || sizeof(void *) != 4)
        reach_error();
    return 0;
}
