// inputs: 5
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int g;
static int add(int n) { g += n; return g; }
int main(void) {
    int x = in();
    if (x > 0 && x < 100) {
        int r = add(add(x));
        check(r == x && g == r);
    }
    return 0;
}
