// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = in(), n = 0, i = 3;
    if (x) goto middle;
    for (i = 0; i < 5; i++) {
        n += 100;
    middle:
        n += 1;
    }
    check(n == (x ? 505 : 505));
    return 0;
}
