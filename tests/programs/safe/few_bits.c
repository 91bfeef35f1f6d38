// Bit operations on numbers of few bits have few bits; the sign is what all higher bits are.
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
    if (0 <= x && x <= 62 && 0 <= y && y <= 30) {
        check((x | y) >= 0 && (x | y) <= 63);
        check((x ^ y) >= 0 && (x ^ y) <= 63);
    }
    if (-61 <= x && x <= -1 && -30 <= y && y <= -1) {
        check((x & y) >= -64);
        check((x ^ y) >= 0 && (x ^ y) <= 63);
    }
    if (-64 <= x && x <= 20 && -10 <= y && y <= 63)
        check((x & y) >= -64 && (x & y) <= 63);
    return 0;
}
