// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*const table[2])(void) = { one, two };
int main(void) {
    int i = in();
    if (i == 0 || i == 1)
        check(table[i]() <= 2);
    return 0;
}
