// inputs: 2
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

void exit(int);
static void need(int c) { if (!c) exit(0); }
int main(void) {
    int x = in();
    need(x > 0);
    check(x >= 1);
    return 0;
}
