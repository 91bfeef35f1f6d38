/* `main` calls itself and forgets how deep it is. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int depth;
int main(void)
{
    int own = depth;
    if (depth < 5 && __VERIFIER_nondet_int()) {
        depth++;
        main();
        depth = 0;
    }
    if (own != depth)
        reach_error();
    return 0;
}
