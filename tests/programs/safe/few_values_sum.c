/* A sum up to an input of few values: no linear relation says what it is. */
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned n = (unsigned)__VERIFIER_nondet_int(), s = 0;
    if (n > 6) return 0;
    for (unsigned i = 1; i <= n; i++) s += i;
    if (s != n * (n + 1) / 2 + 0) reach_error();
    return 0;
}
