// inputs: 0 2
// gcc manual, "Conditionals with Omitted Operands".
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    int zero = __VERIFIER_nondet_int(), two = __VERIFIER_nondet_int();
    double d = zero, e = two;
    float small = 0.25f;
    if ((d ?: 1.5) == 1.5 && (e ?: 1.5) == 2 && (two ?: 0.5) == 2.0 && (zero ?: 0.5) == 0.5)
        if ((small ?: 3) == 0 && (-0.0 == 0 ? (d ?: 4) : 0) == 4)
            reach_error();
    return 0;
}
