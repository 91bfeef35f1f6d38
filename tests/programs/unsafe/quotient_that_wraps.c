/* gcc negates where it knows that the divisor is -1, and the least number is its own negative. */
void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 && x / -1 < 0)
        reach_error();
    return 0;
}
