// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = in();
    if (x == 1) check((1 << (long)x) == 2 && (1l << 40) > 0);
    return 0;
}
