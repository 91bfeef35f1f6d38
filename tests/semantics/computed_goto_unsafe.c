// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = in(), r = 0;
    void *t[2] = { &&a, &&b };
    goto *t[x == 1];
    a: r = 1;
    b: check(r == 1);
    return 0;
}
