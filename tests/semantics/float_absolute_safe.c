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
    check(1 / fabs(minus) > 0 && fabs(-2.5) == 2.5 && copysign(2.5, minus) == -2.5);
    return 0;
}
