// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int a = in(), b = 0, r = 0;
    if (a)
        if (b)
            r = 1;
        else
            r = 2;
    check(r == 0);
    return 0;
}
