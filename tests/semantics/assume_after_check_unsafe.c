// inputs: 0
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

void __VERIFIER_assume(int);
int main(void) {
    int x = in();
    
    check(x > 0);
    __VERIFIER_assume(x > 0);
    return 0;
}
