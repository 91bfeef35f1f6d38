// inputs: -2147483648
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = in();
    int y = x < 0 ? -x : x;
    check(y >= 0 || x == (-2147483647 - 1));
    return 0;
}
