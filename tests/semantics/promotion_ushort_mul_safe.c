// inputs: 65535
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    unsigned short s = (unsigned short)in();
    int product = s * 2;
    check(product <= 131070);
    return 0;
}
