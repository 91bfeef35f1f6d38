// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = in(), r = 0;
    r = ({ if (x == 1) goto out; 5; });
    out:
    check(r == (x == 1 ? 0 : 5));
    return 0;
}
