/* The divisor's sign says nothing about the remainder's. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int x = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    if (n > 0 && x % n < 0)
        reach_error();
    return 0;
}
