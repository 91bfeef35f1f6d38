/* Division truncates toward zero. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x / 2 > x)
        reach_error();
    if (-7 / 2 != -3 || -7 % 2 != -1)
        reach_error();
    return 0;
}
