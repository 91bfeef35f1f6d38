/* Multiplication by an odd number loses nothing, though it wraps. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x * 3 == 0 && x != 0)
        reach_error();
    if (x * 5 == y * 5 && x != y)
        reach_error();
    return 0;
}
