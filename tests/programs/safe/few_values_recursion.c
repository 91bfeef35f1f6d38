/* A recursion from an input of few values. */
void reach_error(void);
int __VERIFIER_nondet_int(void);
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n >= 0 && n <= 8) {
        int r = fib(n);
        if (r > 21) reach_error();
    }
    return 0;
}
