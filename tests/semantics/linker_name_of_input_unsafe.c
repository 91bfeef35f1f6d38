// inputs:
// What is known of a name is not known of another function that it stands for.
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int g;
int real(void) { g = 1; return 1; }
int __VERIFIER_nondet_int(void) __asm__("real");
int main(void) {
    g = 0;
    __VERIFIER_nondet_int();
    check(g == 0);
    return 0;
}
