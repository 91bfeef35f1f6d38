// inputs: 200
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

static signed char low(int c) { return c; }
int main(void) {
    int x = in();
    if (x == 200) check(low(x) < 0);
    return 0;
}
