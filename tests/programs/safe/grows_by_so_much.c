// Each round adds 0 or 1 to the sum: it is not above the number of rounds.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int small = 0, large = 0;
    for (int i = 0; i < 20; i++) {
        int c = __VERIFIER_nondet_int();
        if (c == -1)
            break;
        if (c > 5)
            large++;
        else if (c < 3)
            small++;
    }
    if (small + large > 20)
        reach_error();
    return 0;
}
