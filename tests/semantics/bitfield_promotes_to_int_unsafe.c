// inputs: 0
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct { unsigned a : 3; } s;
    s.a = (unsigned)in();
    if (s.a == 0) check(s.a - 1 > 0);
    return 0;
}
