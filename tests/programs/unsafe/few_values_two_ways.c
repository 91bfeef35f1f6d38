/* Two procedures that call each other, from an input of few values. */
void reach_error(void);
int __VERIFIER_nondet_int(void);
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 6) return 0;
    if (even(n) != (n % 2 == 1)) reach_error();
    return 0;
}
