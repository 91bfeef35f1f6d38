// inputs: 3
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = in();
    if (__builtin_expect(x > 2, 0)) check(x >= 3);
    return 0;
}
