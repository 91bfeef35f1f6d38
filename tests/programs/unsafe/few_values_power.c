/* A shift by an input of few values. */
void reach_error(void);
int __VERIFIER_nondet_int(void);
static unsigned power(unsigned n) { return 1u << n; }
int main(void) {
    unsigned n = (unsigned)__VERIFIER_nondet_int();
    if (n > 31) return 0;
    unsigned r = power(n);
    if (r == 0 || (r & (r - 1)) == 0) reach_error();
    return 0;
}
