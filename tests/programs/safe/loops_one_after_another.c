/* What one loop counts, the next one counts down, by another step: in the end there is as much. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), i = 0, sum = 0, rounds = 0;
    if (n < 0 || n > 10000)
        return 0;
    while (i < n) {
        i++;
        sum += 2;
    }
    while (sum > 0) {
        sum -= 2;
        rounds++;
    }
    if (rounds != n)
        reach_error();
    return 0;
}
