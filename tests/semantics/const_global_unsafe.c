// inputs: 9
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

static const int limit = 10;
int main(void) {
    int x = in();
    if (x < limit) check(x <= 8);
    return 0;
}
