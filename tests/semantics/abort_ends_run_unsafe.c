// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }

void abort(void);
int main(void) {
    if (in() == 0)
        abort();
    reach_error();
    return 0;
}
