// inputs: 3
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int n = in();
    if (n > 0 && n < 5) { int a[n]; a[0] = 1; check(a[0] == 2 && sizeof a == 4ul * n); }
    return 0;
}
