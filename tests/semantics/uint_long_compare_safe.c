// inputs: 5
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    unsigned u = 4294967295u;
    long l = in();
    if (l > -1000 && l < 1000) check(l < u);
    return 0;
}
