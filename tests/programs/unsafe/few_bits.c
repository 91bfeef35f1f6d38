// 32 and 31 have all six bits together.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (0 <= x && x <= 62 && 0 <= y && y <= 30 && (x | y) > 62)
        reach_error();
    return 0;
}
