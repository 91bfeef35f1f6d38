// inputs: 2147483647
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = in(), r = 0;
    int o = __builtin_add_overflow(x, 1, &r);
    check(o == (x == 2147483647));
    return 0;
}
