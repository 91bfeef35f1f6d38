/* The steps of a sequence whose start has few values, although what follows has many. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), steps = 0;
    if (n < 1 || n > 7)
        return 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    if (steps > 16)
        reach_error();
    return 0;
}
