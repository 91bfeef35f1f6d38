// inputs: 0
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    unsigned x = (unsigned)in();
    check((x | 4) == 4 && x == 0 && 0);
    return 0;
}
