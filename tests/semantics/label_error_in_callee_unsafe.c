// inputs: 0
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }

static void f(int x) {
    if (x)
        return;
    goto ERROR;
ERROR:
    reach_error();
}
int main(void) {
    f(in());
    return 0;
}
