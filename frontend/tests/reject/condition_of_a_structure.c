// expect: error unsupported: `__VERIFIER_assume` takes a condition, which is a scalar
void reach_error(void);
struct s { int a; };
void __VERIFIER_assume(struct s);
int main(void) {
    struct s x = {1};
    __VERIFIER_assume(x);
    reach_error();
    return 0;
}
