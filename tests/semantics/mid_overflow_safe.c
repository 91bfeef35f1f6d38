// inputs: 2147483647 2147483647
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int a = in(), b = in();
    if (a > 0 && b > 0) { int m = a / 2 + b / 2; check(m >= 0); }
    return 0;
}
