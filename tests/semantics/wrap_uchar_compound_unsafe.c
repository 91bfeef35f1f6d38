// inputs: 200
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    unsigned char c = (unsigned char)in();
    if (c == 200) { c += 100; check(c == 300); }
    return 0;
}
