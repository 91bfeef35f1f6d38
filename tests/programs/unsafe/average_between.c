/* The average of two numbers lies between them, because quotients and carries go together. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a < 0 || b < 0 || a > 1000 || b > 1000)
        return 0;
    int m = (a + b) / 2;
    if (!((m >= a && m <= b) || (m > b && m <= a)))
        reach_error();
    return 0;
}
