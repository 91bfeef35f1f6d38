// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct { int a : 1; int b : 4; } s;
    s.a = in() & 1;
    check(s.a <= 0);
    return 0;
}
