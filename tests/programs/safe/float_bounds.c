/* What comparisons of inputs say about each other: conditions on patterns of bits. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
void reach_error(void);
int main(void) {
    float a = __VERIFIER_nondet_int(), f = __VERIFIER_nondet_int();
    double d = __VERIFIER_nondet_int(), e = __VERIFIER_nondet_int();
    __VERIFIER_assume(a == 1 || a == 0.5 || a == -3);
    float b = a;
    a /= 2;
    a *= 2;
    if (a != b) reach_error();
    if (f > 0.1) {
        if (f != f || !(f > 0.05f)) reach_error();
    }
    if (d < e && e < 3 && !(d < 3)) reach_error();
    if (!(d < e) && !(d >= e) && d == d && e == e) reach_error();
    return 0;
}
