/* A negative int is large when it is converted to unsigned. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int i = __VERIFIER_nondet_int();
    unsigned u = 1;
    if (i < 0 && i < u)
        reach_error();
    return 0;
}
