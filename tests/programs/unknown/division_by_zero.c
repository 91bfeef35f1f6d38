// expect: division by zero
// An execution with this input does not get there where the quotient is computed: x86 traps.
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = 10 / x;
    if (x == 0 && y < 100)
        reach_error();
    return 0;
}
