// inputs:
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

// What is said of one name of a symbol is not said of the other one.
int never(const char *) asm("puts") __attribute__((noreturn));
int puts(const char *);
int main(void) {
    puts("");
    check(0);
    return 0;
}
