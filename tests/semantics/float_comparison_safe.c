// inputs: 1
// imprecise: that every integer becomes a number is not known
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = in();
    double d = x;
    check(d == d || x == 0);
    return 0;
}
