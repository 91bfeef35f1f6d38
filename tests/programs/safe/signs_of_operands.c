// A number that is not negative has no bit at the sign, and removing bits makes it smaller.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int holds)
{
    if (!holds)
        reach_error();
}

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x >= 0)
        check((x & y) >= 0 && (x & y) <= x);
    if (x < 0)
        check((x & y) <= y && (x | y) < 0 && (x | y) >= x && (-1000 | y) < 0);
    if (x < 0 && y >= 0)
        check((x ^ y) < 0);
    if (x < 0 && y < 0)
        check((x ^ y) >= 0);
    if (x >= -1000 && x <= -1)
        check((x | 64000) < 0);
    if (0 <= x && x <= 63 && y <= 30)
        check((x ^ y) <= 63);
    return 0;
}
