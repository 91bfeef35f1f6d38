// inputs: 0 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int i;
    for (i = 0; i < 2; i++) {
        int x;
        x = in();
        if (x == 0 && i == 1) check(1);
        check(x == x);
    }
    return 0;
}
