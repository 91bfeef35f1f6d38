// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int a[2] = { 1, 1 }, i = in();
    if (i == 0 || i == 1) { a[i] = 0; check(a[0] + a[1] == 1 && a[0] == i); }
    return 0;
}
