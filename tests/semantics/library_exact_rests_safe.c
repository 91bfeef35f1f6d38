// inputs:
// C11 7.12.6.12, 7.12.9.3-7, 7.12.10, 7.12.12.1: rounding, rests and parts are exact.
void reach_error(void);
double rint(double), nearbyint(double), fmod(double, double), remainder(double, double);
double fdim(double, double), modf(double, double *), nan(const char *);
float rintf(float), fmodf(float, float), remainderf(float, float), modff(float, float *);
long lround(double), lrint(double);
long long llroundf(float), llrintf(float);
int main(void) {
    double x = 2.5, y = 5.25, whole;
    float f = 2.5f, part;
    if (rint(x) != 2 || nearbyint(x + 1) != 4 || rintf(-f) != -2 || 1 / rint(-0.25) > 0) reach_error();
    if (lround(x) != 3 || lround(-x) != -3 || lrint(x) != 2 || lrint(-x - 1) != -4) reach_error();
    if (llroundf(f) != 3 || llrintf(f + 1) != 4) reach_error();
    if (fmod(y, 2) != 1.25 || fmod(-y, 2) != -1.25 || fmod(1e15, 7) != 6) reach_error();
    if (fmodf(f, 0.75f) != 0.25f || 1 / fmod(-6, 3) > 0 || fmod(y, 1 / 0.0) != y) reach_error();
    if (remainder(y, 2) != -0.75 || remainder(5, 2) != 1 || remainder(7, 2) != -1) reach_error();
    if (remainderf(f, 1) != 0.5f || !(fmod(y, 0) != fmod(y, 0))) reach_error();
    if (fdim(y, x) != 2.75 || fdim(x, y) != 0) reach_error();
    if (modf(-y, &whole) != -0.25 || whole != -5 || modff(f, &part) != 0.5f || part != 2) reach_error();
    x = nan("");
    if (x == x) reach_error();
    return 0;
}
