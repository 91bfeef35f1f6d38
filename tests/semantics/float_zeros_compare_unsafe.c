// inputs: 0
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

extern int __VERIFIER_nondet_int(void);
int main(void) {
    double zero = __VERIFIER_nondet_int() ? 0.0 : -0.0, one = 1;
    if (zero == 0)
        check(one / zero > 0);
    return 0;
}
