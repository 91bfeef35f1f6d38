// inputs: -1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    unsigned u = (unsigned)in();
    int hit = 0;
    switch (u) {
    case -1: hit = 1; break;
    default: break;
    }
    check(u != 4294967295u || hit);
    return 0;
}
