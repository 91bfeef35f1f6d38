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
    long l = 1;
    unsigned u = 1;
    if (x == -1) { check(x < l); check((long)x < u); }
    return 0;
}
