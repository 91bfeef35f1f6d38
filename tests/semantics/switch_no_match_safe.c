// inputs: 4
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = in(), n = 7;
    switch (x) {
    case 1: n = 0;
    case 2: n = 1;
    }
    check(n == 7 || x == 1 || x == 2);
    return 0;
}
