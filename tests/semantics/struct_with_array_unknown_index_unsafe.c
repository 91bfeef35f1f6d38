// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct t { int n; int d[2]; int m; } t = { 1, { 2, 3 }, 4 };
    int i = in();
    if (i == 0 || i == 1) { t.d[i] = 9; check(t.n == 1 && t.m == 4 && t.d[0] == (i ? 9 : 9)); }
    return 0;
}
