/* Assumes that the pointers are equal. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int x = 1, y = 2;
    int *p = &x, *q = __VERIFIER_nondet_int() ? &x : &y;
    *p = 3;
    if (p == q && *q != 3)
        reach_error();
    if (*q != 3)
        reach_error();
    return 0;
}
