// inputs: -128
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    signed char c = (signed char)in();
    if (c == -128) { c /= -1; check(c == -128); }
    return 0;
}
