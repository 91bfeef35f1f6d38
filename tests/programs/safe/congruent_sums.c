/* What a sum is congruent to is known, though its values wrap and have either sign. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int y = 1;
    while (1) {
        y = y + 2 * __VERIFIER_nondet_int();
        if (y == 0)
            reach_error();
    }
}
