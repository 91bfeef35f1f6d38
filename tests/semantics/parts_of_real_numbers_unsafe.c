// inputs: 3
// `__real__` and `__imag__` of numbers that are not complex (gcc manual, "Complex").
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), n = 0;
    double d = 1.5;
    char c = 1;
    if (__real__ x == 3 && __imag__ x == 0 && __imag__ (n++) == 0 && n == 1)
        if (sizeof(__imag__ c) == 1 && __real__ d == 1.5 && __imag__ d == 0)
            reach_error();
    return 0;
}
