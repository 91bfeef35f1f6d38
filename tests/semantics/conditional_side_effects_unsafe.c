// inputs: 0
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = in(), a = 0, b = 0;
    int r = x ? ++a : ++b;
    check(r == 1 && a + b == 1 && a == 1);
    return 0;
}
