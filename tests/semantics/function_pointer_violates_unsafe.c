// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }

static void fail(void) { reach_error(); }
static void pass(void) { }
int main(void) {
    void (*f)(void) = in() ? fail : pass;
    f();
    return 0;
}
