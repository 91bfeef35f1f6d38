// inputs: -1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    enum e { N = -1, A, B } v = (enum e)in();
    if (v == -1) check(v < A);
    return 0;
}
