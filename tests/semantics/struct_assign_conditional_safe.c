// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct t { int a; } s = { 1 }, u = { 2 }, r;
    r = in() ? s : u;
    check(r.a == 2 || r.a == 1);
    return 0;
}
