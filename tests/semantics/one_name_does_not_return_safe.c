// inputs:
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

// What is said of one name of a symbol is not said of the other one.
void never(int) asm("returns") __attribute__((noreturn));
void returns(int);
int main(void) {
    returns(0);
    check(1);
    return 0;
}
