// inputs: 0
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    unsigned u = (unsigned)in();
    if (u == 0) { u = u - 1; check(u < 0); }
    return 0;
}
