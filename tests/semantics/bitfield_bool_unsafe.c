// inputs: 2
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct { _Bool b : 1; } s;
    int x = in();
    if (x == 2) { s.b = x; check(s.b == 0); }
    return 0;
}
