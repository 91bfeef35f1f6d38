// inputs:
// What is known of a name is not known of another function that it stands for.
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int g;
void real(int x) { g = 1; }
void __VERIFIER_assume(int) __asm__("real");
int main(void) {
    g = 0;
    __VERIFIER_assume(0);
    check(g == 0);
    return 0;
}
