// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

volatile int v;
int main(void) {
    v = in();
    check(v == v || 1);
    check(1);
    return 0;
}
