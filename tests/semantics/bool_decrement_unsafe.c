// inputs: 0
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    _Bool b = in() != 0;
    _Bool c = b;
    c--;
    check(c == b);
    return 0;
}
