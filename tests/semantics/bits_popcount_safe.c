// inputs: 7
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    unsigned x = (unsigned)in() & 1;
    int n = __builtin_popcount(x);
    check(n == 0 || x != 0);
    return 0;
}
