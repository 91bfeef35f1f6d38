// inputs: 3
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int down(int n) { return n <= 0 ? 0 : down(n - 1); }
int main(void) {
    check(down(in()) == 0);
    return 0;
}
