// inputs: 0
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = in();
    int r = x > 0 ? 1 : x < 0 ? -1 : 0;
    check(r * r <= 1 && r != 0);
    return 0;
}
