/* What is no number is neither below nor above a bound. */
extern double __VERIFIER_nondet_double(void);
void reach_error(void);
int main(void) {
    double d = __VERIFIER_nondet_double();
    if (!(d < 3) && !(d >= 3)) reach_error();
    return 0;
}
