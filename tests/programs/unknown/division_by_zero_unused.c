// expect: division by zero
// Whether the quotient is computed at all, the compiler decides.
int __VERIFIER_nondet_int(void);
void reach_error(void);
void use(int);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = 10 % x;
    use(y);
    if (x == 0)
        reach_error();
    return 0;
}
