// inputs: 2147483647
// options: --arch ilp32
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    long x = in();
    if (x == 2147483647) { x = x + 1; check(x > 0); }
    return 0;
}
