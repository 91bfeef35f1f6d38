// inputs:
// What is known of a name is not known of another function that it stands for.
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int g;
int real(void) { g = 1; return 1; }
int __VERIFIER_nondet_wish(void) __attribute__((alias("real")));
int main(void) {
    g = 0;
    __VERIFIER_nondet_wish();
    check(g == 1);
    return 0;
}
