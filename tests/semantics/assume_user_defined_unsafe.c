// inputs: 0
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

void exit(int);
static void assume_abort_if_not(int c) { if (!c) { exit(0); } }
int main(void) {
    int x = in();
    if (x == 5) assume_abort_if_not(x > 0);
    check(x > 0);
    return 0;
}
