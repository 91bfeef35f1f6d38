// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int f(int x) { int y = ({ if (x) return 5; 3; }); return y; }
int main(void) {
    int x = in();
    check(f(x) == (x ? 5 : 5) && f(1) == 5 && x == 0);
    return 0;
}
