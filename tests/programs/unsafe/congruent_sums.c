/* A sum that is not what it would have to be congruent to for this to be safe. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int y = 1;
    while (1) {
        y = y + 2 * __VERIFIER_nondet_int();
        if (y == 3)
            reach_error();
    }
}
