// As the safe one, for another number.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint(), y = -x;
    if (x + y != 0)
        reach_error();
    if (x == 1 && y != 0)
        reach_error();
    return 0;
}
