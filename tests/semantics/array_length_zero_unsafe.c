// inputs: 0
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int n = in();
    if (n < 0)
        return 0;
    int a[n];
    check(sizeof a > 0);
    return 0;
}
