// inputs: 15
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = in(), n = 0;
    switch (x) { case 10 ... 15: n = 1; break; case 16: n = 2; }
    check(n == (x >= 10 && x <= 15 ? 1 : x == 16 ? 2 : 0));
    return 0;
}
