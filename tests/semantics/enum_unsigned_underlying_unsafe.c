// inputs: -1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    enum e { A, B } v = (enum e)in();
    if (v == (enum e)-1) check(v < 0);
    return 0;
}
