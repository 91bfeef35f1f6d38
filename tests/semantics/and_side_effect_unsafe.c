// inputs: 0
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = in(), n = 0;
    int r = x && ++n;
    check(n == 1 && (r == 0 || r == 1));
    return 0;
}
