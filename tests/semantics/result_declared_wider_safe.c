// inputs:
// after: units/results.c
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

// The other file defines it with a narrower result: what is behind that is open.
int byte(int);
int main(void) {
    int x = byte(300);
    check((x & 0) == 0);
    return 0;
}
