// inputs: 0
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int n = 0;
    do {
        n++;
        if (n == 2) continue;
    } while (n < 2);
    check(n == 2 || in() > 0);
    return 0;
}
