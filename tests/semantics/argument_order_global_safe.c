// inputs: 3
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int g;
static int next(void) { return ++g; }
static int second(int a, int b) { return a + 0 * b; }
int main(void) {
    int a = next(), b = next();
    check(second(b, a) == 2 && g == 2);
    in();
    return 0;
}
