// inputs:
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

// The bytes of one pointer become another one.
static int reached;
static void target(int x) { reached = 1; }
int main(void) {
    void (*p)(int) = target;
    int (*q)(void);
    for (unsigned i = 0; i < sizeof p; i++)
        ((char *)&q)[i] = ((char *)&p)[i];
    q();
    check(reached == 0 || reached == 1);
    return 0;
}
