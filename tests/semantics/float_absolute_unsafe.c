// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

double fabs(double);
double copysign(double, double);

int main(void) {
    double minus = -0.0;
    check(1 / fabs(minus) < 0);
    return 0;
}
