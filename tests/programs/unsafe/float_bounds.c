/* What is no number is neither below nor above a bound. */
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    double zero = 0, d = __VERIFIER_nondet_int() ? zero / zero : 1;
    if (!(d < 3) && !(d >= 3)) reach_error();
    return 0;
}
