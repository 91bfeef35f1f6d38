/* The remainder of a negative number is no mask of it. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int i = __VERIFIER_nondet_int();
    if (i % 8 == -3 && (i & 7) != 3)
        reach_error();
    return 0;
}
