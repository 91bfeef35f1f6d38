// inputs: 9
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct { unsigned a : 3; unsigned b : 5; } s;
    s.b = 1;
    s.a = (unsigned)in();
    check(s.a <= 0 && s.b == 1);
    return 0;
}
