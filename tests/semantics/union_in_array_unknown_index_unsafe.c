// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    union { int i; short s; } v[2];
    int k = in();
    v[0].i = 0;
    v[1].i = 0;
    if (k == 0 || k == 1) { v[k].s = 1; check(v[1].i == 0); }
    return 0;
}
