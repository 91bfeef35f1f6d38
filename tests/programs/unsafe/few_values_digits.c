/* A number with few values has few digits. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int digits(int n)
{
    int count = 0;
    do {
        count++;
        n /= 10;
    } while (n != 0);
    return count;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 300)
        return 0;
    if (digits(n) > 2)
        reach_error();
    return 0;
}
