// `assert` that no header defines is still the assertion.
void assert(int condition);
int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int();
    assert(a != 7);
    return 0;
}
