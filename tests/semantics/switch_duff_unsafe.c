// inputs: 2
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = in(), n = 0, k = 2;
    if (x < 0 || x > 2) return 0;
    switch (x) {
    case 0: do { n++;
    case 2: n++;
    case 1: n++;
        } while (--k > 0);
    }
    check(n == 6);
    return 0;
}
