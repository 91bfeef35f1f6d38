// inputs:
// options: --arch ilp32
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

// A pointer in a wider integer is extended with its sign.
int main(void) {
    char *last = (char *)0x80000000;
    check((long long)last > 0);
    return 0;
}
