// expect: shift by as many bits
// x86 shifts by the count modulo 32, a compiler that knows it yields 0: C says nothing.
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    int y = 1 << n;
    if (n > 1 && y == 0)
        reach_error();
    return 0;
}
