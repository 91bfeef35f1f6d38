// inputs: -1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    union { int i; unsigned char c[4]; } u;
    u.i = in();
    check(u.c[0] < 255);
    return 0;
}
