/* One that is not: what a sum is congruent to is known, though its values wrap and have either sign. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int x = 1, y = 1, z = 5;
    unsigned u = 1;
    while (1) {
        x = x + 2 * __VERIFIER_nondet_int();
        y = y + 2 * __VERIFIER_nondet_int();
        z = z + 12 * (__VERIFIER_nondet_int() % 1000);
        u = u + 2u;
        if (x + y == 2 || u == 0)
            reach_error();
        if (z > 100000 || z < -100000)
            z = 5;
        if (z == 3)
            reach_error();
    }
}
