// expect: error unsupported: `__VERIFIER_assume` takes a condition, which is a scalar
void reach_error(void);
void __VERIFIER_assume(_Complex double);
int main(void) {
    __VERIFIER_assume(1.0);
    reach_error();
    return 0;
}
