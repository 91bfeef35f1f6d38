// inputs: 255
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    unsigned char c = (unsigned char)in();
    int v = c << 4;
    check(v <= 255);
    return 0;
}
