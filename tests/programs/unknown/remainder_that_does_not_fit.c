// expect: a division by zero, or one whose result does not fit
/* As the quotient is no `int`, x86 traps where the remainder is computed: nothing comes behind it. */
void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (y == 0)
        return 0;
    int rest = x % y;
    if (x == -2147483647 - 1 && y == -1)
        reach_error();
    return 0;
}
