// inputs:
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

// The definition in the program counts, whatever the name promises.
static int calls;
void __VERIFIER_assert(int bad) {
    calls++;
    check(!bad);
}
int main(void) {
    __VERIFIER_assert(0);
    check(calls == 1);
    return 0;
}
