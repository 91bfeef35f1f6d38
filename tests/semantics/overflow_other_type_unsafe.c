// inputs: 200
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = in();
    signed char r = 0;
    int o = __builtin_add_overflow(x, 0, &r);
    check(r == x);
    return 0;
}
