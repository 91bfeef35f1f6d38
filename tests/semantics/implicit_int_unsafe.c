// inputs: 3
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

static double_it(x) { return 2 * x; }

int main(void) {
    int x = in();
    check(double_it(x) != 6);
    return 0;
}
