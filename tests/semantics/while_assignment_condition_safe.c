// inputs: 3 2 0
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x, n = 0;
    while ((x = in()) > 0 && n < 3) n++;
    check(n <= 3);
    return 0;
}
