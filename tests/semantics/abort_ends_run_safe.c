// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }

void abort(void);
int main(void) {
    if (in() == 0)
        abort();
    return 0;
    return 0;
}
