// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    long x = in();
    int r = 0;
    switch (x + 4294967296l) { case 4294967297l: r = 1; break; case 1: r = 2; }
    check(x != 1 || r == 1);
    return 0;
}
