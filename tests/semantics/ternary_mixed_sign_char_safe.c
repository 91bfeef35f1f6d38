// inputs: 0
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    signed char a = -1;
    unsigned char b = 255;
    check((in() ? a : b) <= 255);
    return 0;
}
