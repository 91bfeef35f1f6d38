// inputs: -1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = in();
    int r = x % 8;
    check(r > -1 && r < 8);
    return 0;
}
