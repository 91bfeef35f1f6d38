// `assert` that no header defines is still the assertion; one that the program defines is a function.
void assert(int condition);
int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int();
    if (a != 7)
        assert(a > 7 || a < 7);
    return 0;
}
