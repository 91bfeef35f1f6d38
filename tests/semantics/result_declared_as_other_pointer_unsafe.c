// inputs:
// after: units/results.c
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

// The other file returns it without a type.
int *untyped(void);
int read_object(void);
int main(void) {
    *untyped() = 7;
    check(read_object() == 5);
    return 0;
}
