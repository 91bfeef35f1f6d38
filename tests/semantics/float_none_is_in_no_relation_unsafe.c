// inputs: 0
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

extern int __VERIFIER_nondet_int(void);
int main(void) {
    float zero = 0, x = __VERIFIER_nondet_int() ? 1 : zero / zero;
    if (!(x < 2.0f))
        check(x >= 2.0f);
    return 0;
}
