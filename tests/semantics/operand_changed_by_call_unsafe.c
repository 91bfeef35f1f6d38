// inputs: 0
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int g;
static int bump(void) { g = 10; return 1; }
int main(void) {
    int x;
    g = in();
    x = bump();
    x = x + g;
    check(x == 1);
    return 0;
}
