// inputs:
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

// The definition in the program counts, whatever the name promises.
static void __VERIFIER_assume(int condition) { (void)condition; }
int main(void) {
    int x = 3;
    __VERIFIER_assume(x > 5);
    check(x == 3);
    return 0;
}
