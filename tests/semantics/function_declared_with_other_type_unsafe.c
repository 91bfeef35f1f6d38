// inputs:
// after: units/results.c
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

// The other file defines it with a parameter and a result.
void counted(void);
int count(void);
int main(void) {
    void (*call)(void) = counted;
    call();
    check(count() == 0);
    return 0;
}
