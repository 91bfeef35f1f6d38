/* `main` may call itself (6.5.2.2p11); its variables are those of the activation. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int depth;
int main(void)
{
    int own = depth;
    if (depth < 5 && __VERIFIER_nondet_int()) {
        depth++;
        main();
        depth--;
    }
    if (own != depth)
        reach_error();
    return 0;
}
