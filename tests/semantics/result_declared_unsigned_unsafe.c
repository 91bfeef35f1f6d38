// inputs:
// before: units/results.c
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

// The other file, which comes first, defines it with a signed result.
unsigned negative(void);
int main(void) {
    check(negative() < 5);
    return 0;
}
