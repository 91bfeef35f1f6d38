// inputs:
// C11 F.10.1.1, F.10.1.4, F.10.4.3, F.10.4.5.
double sqrt(double), hypot(double, double), atan2(double, double), acos(double);
double cabs(double _Complex), carg(double _Complex);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    double none = sqrt(-4.0), small = -0.0;
    check(sqrt(9.0) == 3.0 && sqrt(0.0) == 0.0 && sqrt(1048576.0) == 1024.0);
    check(none != none && 1 / sqrt(small) < 0);
    check(hypot(-3.0, 4.0) == 5.0 && hypot(0.1, 0.0) == 0.1 && hypot(0.0, -0.7) == 0.7);
    check(cabs(5.0 - 12.0i) == 13.0 && cabs(0.3i) == 0.3);
    check(atan2(0.0, 2.5) == 0.0 && carg(7.0 + 0.0i) == 0.0 && acos(1.0) == 0.0);
    check(acos(0.0) >= 1.57 && acos(0.0) <= 1.571);
    return 0;
}
