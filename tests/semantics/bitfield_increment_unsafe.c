// inputs: 7
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct { unsigned a : 3; int pad; } s = { 0, 5 };
    s.a = in() & 7;
    unsigned old = s.a;
    s.a++;
    check(s.a == old + 1 || 0);
    return 0;
}
